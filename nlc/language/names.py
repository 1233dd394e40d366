"""Names of puzzles elsewhere: other names of genres, and puzzles that nlc does not have.

The other names of a genre are in its text: ``published { names: "Loop the Loop", "Loopy"; }``.
Names are those of puzz.link (robx/pzprjs and npm ``pzpr``, identifiers and English titles), of
Simon Tatham's collection, of the tags of penpa-edit and of the lists of janko.at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from nlc.errors import Span, UserError, fail, suggest
from nlc.language.files import stock_file, stock_files

_NAMES = re.compile(r'^genre\s+(\w+)(?:\s+"([^"]*)")?|\bnames:([^;{}]*);', re.MULTILINE)
"""The name and the title of a genre, or its other names; to parse all genres takes much longer."""

MISSING = {
    "": """
        Black Box; Cube; Fifteen; Flip; Flood; Guess; Inertia; Netslide; Pegs; Same Game;
        Sixteen; Twiddle
    """,
    "akari": """
        All or Nothing, nothing; Lineofsight, Line of Sight; Light and Shadow, lightshadow;
        Magnets, Magnetic, Magnetplatten; Hotaru Beam, firefly; Mintonette; Mirror Block,
        mirrorbk; Taj Mahal; Laser; Shirokuro-link, wblink, Shirokuro; Coffee Milk;
        Sternenhimmel, Starry Sky; Munraito; Toichika; Toichika 2; Yajirushi; Yajirushi 2; NEWS
    """,
    "binairo": """
        Trinairo; Tango; Tic-Tac-Logic; Kakurasu; Mukkonn Enn, mukkonn; Three in a Row;
        Dosun-Fuwari, dosufuwa; Alternation, alter; Japanese Sums; Fobidoshi, Forbidden Four; No
        Three; Balloon Box, balloon
    """,
    "cave": """
        Territory, teri; City Space; Nurimisaki; View; Canal View, canal; Nurimaze, Nuri-Maze;
        Anglers, Angler; Parquet; Tilepaint, Tile Paint
    """,
    "country": """
        Maxi Loop, maxi; Dotchi-Loop, dotchi; Dotchi Dotchi Loop, dotchi2; Onsen-meguri, onsen;
        Remembered Length, remlen; Wataridori; Ovotovata; Rassi Silai, rassi; Nagareru-Loop,
        nagare; Persistence of Memory, pmemory; Nagenawa; Orbital; Ring-ring; Portal Loop,
        portal; Rail Pool; Ichimaga; Magnetic Ichimaga, ichimagam; Crossing Ichimaga, ichimagax,
        ichimagamx; Tapa-Like Loop, tapaloop; Disorderly Loop, disloop; Narrowfence, narrow;
        Entry Exit
    """,
    "heyawake": """
        Akichiwake, akichi; One Room One Door, oneroom; Sumiwake; Aqre; Kurarin; Nanro;
        Shimaguni, Islands; Stostone; Heyablock; Hinge; Cocktail Lamp, cocktail; Martini;
        Marutaring; Nuritwin; Chocona; Dominion; Diamond Chain, diamond; Heyapin; Kuroclone;
        Juosan; Mannequin Gate, mannequin; Putteria; Twin Area; Hanare-gumi, hanare; Heya-Bon;
        Bonsan; Satogaeri, sato; Time Bomb; Rectangle-Slider, rectslider; Return Home, kaero;
        Army Ants; Oyakodori; Yosenabe; Brownies; Yajisan-Sokoban, yajisoko; Ququ; Blind Rush;
        Putting
    """,
    "hitori": """
        Kurochute, Kuroshuto; Out of Sight; Yajisan-Kazusan, yajikazu; Usoone, Uso-one;
        Nondango; Goishi; Number Cross; Gappy; Eulero
    """,
    "lits": """
        Inverse LITSO, invlitso; Tetro Chain-Y, tetrochain; Tetro Chain-K, tetrochaink; Statue
        Park; Pentopia; Penta Touch; Kissing Polyominoes, kissing; Regional Polyominoes,
        regional-poly; Battleships, battleship, Battleship, Bimaru, Solitaire Battleships,
        Battleship Solitaire, Schiffe versenken, Schiffchen; Retrograde Battleships, retroships;
        Digital Battleship; Distopia; Polyominoes, Polyominos, Polyminoes; Burokku; Norinuri;
        Battenberg Painting, batten; Choco Banana, cbanana; Archipelago; Chained Block,
        chainedb; Mirroring Tile, mrtile; Tachiawase Block, tachibk; Family Photo
    """,
    "minesweeper": """
        Kurotto; Inaba's Island, island; Kakurotto; Linesweeper; Tents, Tent, Zeltlager, Tents
        and Trees, Campground; Snake; Thermometers, Thermometer; Circles and Squares,
        circlesquare; Pills; Nanbaboru; Crossstitch; Mine Sweeper Variants
    """,
    "mosaic": """
        Nonogram, Nonograms, Pattern, Picross, Hanjie, Griddler, Griddlers, Paint by Numbers,
        Pic-a-Pix, Pictopix, Oekaki Logic, Illust-Logic, Crucipixel, Edel, Nonogramm, Logimage,
        Japanese Crossword; Coral; Cross the Streams, cts; Aquarium; Tapa; Paintarea, Paint
        Area; Easy as ABC, ABC End View, easyasabc, ABCEndView; Zabajaba; Maze-a-pix, Mazeapix;
        Square-O, Squareo
    """,
    "numberlink": """
        Pipelink; Pipelink Returns, pipelinkr; Loop Special, loopsp; Reflect Link, reflect;
        Arrow Flow; Kusabi; U-Turns; Amibo; Herugolf; Hebi-Ichigo, hebi, snakes; Roma, Rome;
        Haisu; Kaisu; Building Walk, bdwalk; Ice Walk; Fire Walk; Forest Walk; Water Walk;
        Energy Walk; Morning Walk; Circuit Walk; Lollipops; Number Rope, numrope; Zip; Hidoku,
        Hidato, Rikudo; Number Snake; Signpost, Pfeilzahlen, Arrow Path; Zahlenschlange; Net,
        Netwalk; Untangle; Train Tracks, Tracks; Pipeline; Curve Data; Wataridori Link; Train
        Stations; Turn and Run, turnrun
    """,
    "nurikabe": """
        Mochikoro; Mochinyoro; Nuribou; Nuri-uzu, nuriuzu; Kuromenbun; Corner Chain, cornerch;
        Aquapelago; Lohkous; Sashikabe; Oasis; Koburin; Cave Nurikabe; Yajikabe; Context;
        Smullyanic Dynasty, smullyan; Snake Egg; Meidjuluk; Bosnian Road; Ant Mill; Scrin;
        Bunnyhop, bnuuyhop; Isowatari; Recoil
    """,
    "ripple": """
        Makaro; Hakoiri-masashi, hakoiri; Tontonbeya; Meandering Numbers, meander; Kazunori
        Room, kazunori; Renban-Madoguchi, renban; Sukoro; Sukoro-room, sukororoom; Kakuru,
        Kakkuru; San-Anko, sananko; School Trip, shugaku; Stairwell, kaidan; Wittgenstein
        Briquet, wittgen; Takoyaki; Kropki; Minarism; Rooms of Factors, factors; Fuzuli;
        Dominosa, Dominoes, Dominos; Tripletts; DiffNeighbors, Different Neighbours; Map
    """,
    "shikaku": """
        Fillomino, Filling, Allied Occupation, Polyominous; Tentaisho, Galaxies, Spiral
        Galaxies; Tatamibari; Aho-ni-Narikire, aho; Nawabari; Border Block, bdblock; FourCells,
        fourcells, Palisade; FiveCells, fivecells; Heteromino; Subomino; Pentominous;
        Tetrominous; Snake Pit; Number City, numcity; Symmetry Area, symmarea; Wafusuma; Araf;
        Compass; Combi Block, cbblock; Double Choco, dbchoco; NIKOJI; Fillmat; Uso-tatami;
        Yajitatami; Sashigane; Sashikazune; L-route, loute; Tawamurenga, tawa; Tasquare;
        Tri-place, triplace; Wall Logic; Dotted Boxes, Box; Look-Air, lookair; Square Jam;
        Patchwork; Fractional Division, fracdiv; International Borders, interbd; Sendai-Miyagi,
        sendai; Simple Gako; Slash Pack; Tonttiraja, tontti; T-Junction; Tren; Voxas; Evolmino;
        Foseruzu; Rekuto; Yonmasu; Bricks; Stitches; Doors; Shirokuro Area; Tatebo-Yokobo,
        tateyoko; Goats and Wolves, shwolf; KaitoRamma, kramma; New KaitoRamma, kramman;
        Kin-Kon-Kan; Cojun Areas; Keywest, Key West; La Paz; Ladders; Polyiamond; Guide Arrow;
        Nibun-nogo, nibunnogo; Tile City; Myopia; Triangulation
    """,
    "simpleloop": """
        Icebarn; Icelom; Icelom 2; Barns; Angle Loop; Kouchoku; Nanameguri; Round Trip; Curving
        Road, curving; Fake Arrow; Grand Tour; Terra X, TerraX
    """,
    "slitherlink": """
        Sheep Wolf Slitherlink, swslither; Touch Slitherlink, tslither; Vertex Slitherlink,
        vslither; Litherslink, lither; Mejilink; Wagiri, Gokigen-naname Wagiri; Slant, Gokigen,
        Gokigen-naname, gokigennaname; Shakashaka, Proof of Quilt; Pencils
    """,
    "starbattle": """
        Two Not Touch, Doppelstern, Two Star Battle: with two stars: --set stars=2
    """,
    "sudoku": """
        Jigsaw Sudoku, Jigsaw, Irregular Sudoku, irregular, Squiggly Sudoku, Chaos Sudoku,
        Geometry Sudoku, Nonomino: with boxes that are drawn as rooms; Diagonal Sudoku, Sudoku
        X, X-Sudoku, Diagonal: with the option diagonal: --set diagonal=true; Killer Sudoku,
        killer, Killer, Sum Sudoku, Samunamupure; Samurai Sudoku; Butterfly Sudoku; Windmill
        Sudoku; Sohei Sudoku; Shogun Sudoku; Sumo Sudoku; Gattai-8 Sudoku; Clueless Sudoku,
        Clueless1Sudoku, Clueless2Sudoku; Consecutive Sudoku, consecutive, consecutivepairs;
        Non-Consecutive Sudoku, nonconsecutive; Even-Odd Sudoku, evenodd; Margin Sudoku;
        Skyscraper Sudoku; Thermo Sudoku, thermo; Arrow Sudoku, arrow; Tight Fit Sudoku,
        tightfit; Isodoku; Sudokurve; Deficit Sudoku, deficit; Surplus Sudoku, surplus; Outside
        Sudoku, outside; Alphabet Sudoku, alphabet; Sandwich Sudoku; Kakuro, Cross Sums, Kakro,
        Kakkuro; Skyscrapers, Skyscraper, building, Towers; Futoshiki, Unequal; KenKen, Keen,
        Calcudoku, Calkuro, Inky, Mathdoku, TomTom, Tom Tom; Str8ts, Str8t, Straights;
        Doppelblock; Tenner Grid, TennerGrid; Mathrax; Bosanowa, bossanova; Undead; One to X;
        Latin Square, Latin; Buraitoraito
    """,
    "yajilin": """
        LIX Loop, lixloop; Retsurin; Sansa Road; Castle Wall, castle; Slalom, suraromu; Balance
        Loop, balance; Mid-loop; Geradeweg; Shingoki; Spokes; Turnaround
    """,
}
"""Puzzles that nlc does not have, titles first, by its nearest genre; "" for games of moves. What
follows a colon says how that genre has them."""

EXAMPLES = {
    "Battleships": "tests/examples/battleships.nl",
    "Fillomino": "tests/examples/fillomino.nl",
    "Kakuro": "tests/examples/kakuro.nl",
    "KenKen": "tests/examples/kenken.nl",
    "Killer Sudoku": "tests/examples/killer.nl",
    "Nonogram": "docs/tutorial.md",
    "Skyscrapers": "tests/examples/skyscrapers.nl",
    "Statue Park": "tests/examples/statues.nl",
    "Tapa": "docs/language.md",
    "Tentaisho": "tests/examples/galaxies.nl",
    "Tents": "docs/language.md",
}
"""Where the rules of missing puzzles stand in nlc's repository."""


def words(name: str) -> str:
    """Return a name without separators between its words, and without capitals."""
    return re.sub(r"[\W_]", "", name.lower())


@cache
def other_names() -> dict[str, str]:
    """Return the stock genre of each name, own or other."""
    found, own = dict[str, str](), dict[str, str]()
    for file in stock_files():
        source, genre = stock_file(file), ""
        for match in _NAMES.finditer("" if source is None else source.text):
            genre = match[1] or genre
            called = match[2].split(" / ") if match[2] else re.findall(r'"([^"]*)"', match[3] or "")
            found |= {words(name): genre for name in called if genre}
            own[words(genre)] = genre
    return found | own


@cache
def missing() -> dict[str, tuple[str, str, str]]:
    """Return title, nearest genre, and how that has it, of each missing puzzle by its names."""
    out = {}
    for near, text in MISSING.items():
        for puzzle in " ".join(text.split()).split(";"):
            called, _, how = puzzle.partition(":")
            names = [name.strip() for name in called.split(",")]
            out.update({words(name): (names[0], near, how.strip()) for name in names})
    return out


def is_known(name: str) -> bool:
    """Return whether a name is one of these."""
    return words(name) in other_names() or words(name) in missing()


def unknown_genre(name: str, known: Iterable[str], span: Span | None) -> UserError:
    """Return the error about a name that is none of the known genres."""
    names = sorted({*known})
    hint = suggest(name, names) or f"known genres: {', '.join(names)}"
    return unknown(name, f"unknown genre '{name}'", span, hint)


def unknown(name: str, what: str, span: Span | None, hint: str | None) -> UserError:
    """Return the error for an unknown genre; `what` and `hint` are for wholly unknown names."""
    if genre := other_names().get(words(name)):
        return fail(f"nlc calls the genre '{name}' {genre}", span, f"did you mean '{genre}'?")
    if (found := missing().get(words(name))) is None:
        return fail(what, span, hint)
    title, near, how = found
    if how:
        difference, _, setting = how.partition(": ")
        hint = f"the genre is {near}" + f", with {setting}" * bool(setting)
        return fail(f"{title} is {near} {difference}", span, hint)
    hint = "its rules are about moves, for which the language has no words"
    if near:
        where = (
            f"{EXAMPLES[title]} has" if title in EXAMPLES else "docs/language.md shows how to write"
        )
        hint = f"{where} its rules; a genre like it: nlc list genres {near}"
    return fail(f"this is {title}, and nlc has no such genre yet", span, hint)


def unread(
    name: str, what: str, span: Span, hint: str, called: Mapping[str, str], kind: str
) -> UserError:
    """Return the error for a text of a kind, such as ``links``, with a name that is none there.

    Args:
        name: of a puzzle.
        what: the message, unless nlc does not have that puzzle.
        span: of the name.
        hint: for wholly unknown names.
        called: what texts of this kind call each genre.
        kind: in the plural.
    """
    if genre := other_names().get(words(name)):
        there = called.get(genre)
        hint = f"{kind} call {genre} {there}" if there else f"no {kind} of {genre} are read"
        return fail(what, span, hint)
    return unknown(name, what, span, hint)
