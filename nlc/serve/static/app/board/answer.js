// What a player has drawn: a state for each variable and element, and the way back.

/** @typedef {{variable: string, element: string, before: string, after: string}} Change */

/** Of a boolean: `yes`, `no` (crossed out) or nothing; of any other variable its value. */
export class Answer extends EventTarget {
  constructor() {
    super();
    /** @type {Map<string, Map<string, string>>} */
    this.states = new Map();
    /** @type {Change[][]} */
    this.past = [];
    /** @type {Change[][]} */
    this.future = [];
    /** @type {Change[]} */
    this.open = [];
    /** @type {Map<string, Set<string>>} by variable, the elements whose value is printed: nobody writes there */
    this.printed = new Map();
    /** @type {number | null} strokes since a guess began; null outside of one */
    this.since = null;
  }

  /** @param {string} variable @param {string} element */
  get(variable, element) {
    return this.states.get(variable)?.get(element) ?? "";
  }

  /**
   * Change an element; what is changed until `commit` is undone as one.
   * @param {string} variable
   * @param {string} element
   * @param {string} after `""` for nothing
   */
  set(variable, element, after) {
    const before = this.get(variable, element);
    if (before === after || (after && this.printed.get(variable)?.has(element))) return;
    this.open.push({variable, element, before, after});
    this.write(variable, element, after);
    this.dispatchEvent(new Event("change"));
  }

  /** End a stroke. */
  commit() {
    if (this.open.length) {
      this.past.push(this.open);
      this.open = [];
      this.future = [];
      if (this.since !== null) this.since += 1;
      this.dispatchEvent(new Event("commit"));
    }
  }

  undo() {
    return this.move(-1);
  }

  redo() {
    return this.move(1);
  }

  /** @param {-1 | 1} way */
  move(way) {
    this.commit();
    const [from, to] = way < 0 ? [this.past, this.future] : [this.future, this.past];
    const changes = from.pop();
    if (!changes) return false;
    for (const {variable, element, before, after} of way < 0 ? changes.toReversed() : changes) this.write(variable, element, way < 0 ? before : after);
    to.push(changes);
    if (this.since !== null) this.since = this.since + way < 0 ? null : this.since + way;
    this.told();
    return true;
  }

  /** Draw on trial from now on: what is drawn is kept or taken back as a whole. */
  guess() {
    this.commit();
    this.since = 0;
    this.told();
  }

  keepGuess() {
    this.commit();
    this.since = null;
    this.told();
  }

  takeBack() {
    this.commit();
    while (this.since) this.undo();
    this.since = null;
    this.future = [];
    this.told();
  }

  /** The elements that the guess has changed. */
  get guessed() {
    const strokes = this.since ? [...this.past.slice(-this.since), this.open] : this.since === 0 ? [this.open] : [];
    return new Set(strokes.flat().map((change) => change.element));
  }

  /** Take everything away, as one change. */
  clear() {
    for (const [variable, states] of this.states) {
      for (const element of [...states.keys()]) this.set(variable, element, "");
    }
    this.commit();
  }

  /** @returns {boolean} */
  get empty() {
    return [...this.states.values()].every((states) => states.size === 0);
  }

  /**
   * Begin with what was kept, and its history.
   * @param {any} kept
   */
  load(kept) {
    this.states = new Map();
    this.open = [];
    this.past = kept?.past ?? [];
    this.future = kept?.future ?? [];
    this.since = kept?.since == null ? null : Math.min(kept.since, this.past.length);
    for (const [variable, states] of Object.entries(kept?.states ?? {})) {
      this.states.set(variable, new Map(Object.entries(states)));
    }
    this.dispatchEvent(new Event("change"));
  }

  /** What `load` takes; null if there is nothing to keep. */
  save() {
    if (this.empty && !this.past.length) return null;
    const states = Object.fromEntries([...this.states].map(([name, map]) => [name, Object.fromEntries(map)]));
    return {states, past: this.past.slice(-500), future: this.future.slice(-500), since: this.since};
  }

  /** @param {import("../types").Variable[]} variables @param {Set<string>} elements that there are @returns {import("../types").Drawn} */
  drawn(variables, elements) {
    /** @type {import("../types").Drawn} */
    const out = {yes: {}, no: {}, values: {}};
    for (const {name, kind, elements: own} of variables) {
      const there = own ? new Set(own) : elements;
      const states = [...(this.states.get(name) ?? [])].filter(([element]) => there.has(element));
      if (!states.length) continue;
      if (kind === "values") out.values[name] = Object.fromEntries(states);
      else {
        out.yes[name] = states.filter(([, state]) => state === "yes").map(([element]) => element);
        out.no[name] = states.filter(([, state]) => state === "no").map(([element]) => element);
      }
    }
    return out;
  }

  /** @param {string} variable @param {string} element @param {string} state */
  write(variable, element, state) {
    let states = this.states.get(variable);
    if (!states) this.states.set(variable, (states = new Map()));
    if (state) states.set(element, state);
    else states.delete(element);
  }

  told() {
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new Event("commit"));
  }
}
