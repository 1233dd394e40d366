"""Dataclasses that cost little at start: their methods are closures, where the standard library
compiles code for each class; a constructor that is often called is compiled, too. Type checkers see
the standard names, which `frozen`, `eq`, defaults, `repr`, `metadata` and `__post_init__` follow;
every field is an argument of the constructor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Field", "dataclass", "field", "fields", "replace"]

if TYPE_CHECKING:
    from dataclasses import Field, dataclass, field, fields, replace
else:
    _MISSING = object()

    COMMON = 100
    """Calls of a constructor after which it is compiled."""

    class Field:
        """A field; `options` are what `field` was given."""

        def __init__(self, **options):
            self.options = options
            self.name = self.type = ""
            self.default = options.get("default", _MISSING)
            self.factory = options.get("default_factory")
            self.metadata = options.get("metadata", {})

        def value(self, cls):
            """Return the value of a field that was not passed."""
            if self.factory is not None:
                return self.factory()
            if self.default is _MISSING:
                raise TypeError(f"{cls.__name__}() misses the argument {self.name!r}")
            return self.default

    field = Field

    def fields(item):
        """Return the fields of a dataclass or of an instance of one."""
        return item.__fields__

    def replace(item, /, **changes):
        """Return a copy of an instance with some fields changed."""
        if not hasattr(item, "__fields__"):  # a standard dataclass, such as those of `nlc.oracle`
            from dataclasses import replace

            return replace(item, **changes)
        cls, state = type(item), item.__dict__
        if changes.keys() - cls.__fields_set__:
            raise TypeError(f"{cls.__name__}() takes {', '.join(cls.__match_args__)}")
        if len(state) != len(cls.__match_args__) or hasattr(cls, "__post_init__"):
            state = {name: getattr(item, name) for name in cls.__match_args__} | changes
            return cls(*state.values())
        new = object.__new__(cls)  # all fields are known: a constructor would only copy them
        new.__dict__.update(state)
        new.__dict__.update(changes)
        return new

    def dataclass(cls=None, /, *, frozen=False, eq=True):
        """Make a class a dataclass; see `dataclasses.dataclass`."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq)
        own = cls.__fields__ = _fields(cls)
        names = cls.__match_args__ = tuple([f.name for f in own])
        cls.__fields_set__ = frozenset(names)
        count, check, calls = len(own), hasattr(cls, "__post_init__"), 0

        def init(self, /, *args, **given):
            nonlocal calls
            calls += 1
            if calls == COMMON and cls.__init__ is init:
                cls.__init__ = _compiled(cls) or init
            if given or len(args) != count:
                args = _arguments(cls, args, given)
            self.__dict__.update(zip(names, args))  # noqa: B905 - an option costs a third
            if check:
                self.__post_init__()

        def show(self):
            shown = [f"{f.name}={getattr(self, f.name)!r}" for f in own if f.options.get("repr", 1)]
            return f"{type(self).__qualname__}({', '.join(shown)})"

        def key(self):
            return tuple([getattr(self, name) for name in names])

        def equal(self, other):
            return key(self) == key(other) if type(other) is type(self) else NotImplemented

        methods = {"__repr__": show}
        if frozen:
            methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
        if eq:
            methods["__eq__"] = equal
            if vars(cls).get("__hash__") is None:
                cls.__hash__ = (lambda self: hash(key(self))) if frozen else None
        for name, method in methods.items():
            if name not in vars(cls):
                setattr(cls, name, method)
        cls.__init__ = init
        for name in ("__dataclass_fields__", "__dataclass_params__", "__signature__"):
            setattr(cls, name, _Standard(name))
        return cls

    def _fields(cls):
        table = {f.name: f for base in cls.__mro__[:0:-1] for f in vars(base).get("__fields__", ())}
        for name, hint in vars(cls).get("__annotations__", {}).items():
            if "ClassVar" in str(hint):
                continue
            given = vars(cls).get(name, Field())
            part = table[name] = given if isinstance(given, Field) else Field(default=given)
            part.name, part.type = name, hint
            if part.default is not _MISSING:
                setattr(cls, name, part.default)
            elif name in vars(cls):
                delattr(cls, name)
        return tuple(table.values())

    def _compiled(cls):
        """Return a constructor as the standard library would make it, or None.

        It takes half the time of the closure, and to compile it that of some hundred calls.
        """
        arguments, body, known = [], [], {}
        for f in cls.__fields__:
            optional = f.factory is not None or f.default is not _MISSING
            if known and not optional:
                return None  # a function has its optional arguments last
            arguments.append(f"{f.name}=DEFAULT_{f.name}" if optional else f.name)
            if optional:
                known[f"DEFAULT_{f.name}"] = f.default
            if f.factory is not None:
                known[f"FACTORY_{f.name}"] = f.factory
                body.append(f"if {f.name} is DEFAULT_{f.name}: {f.name} = FACTORY_{f.name}()")
            body.append(f"FIELDS[{f.name!r}] = {f.name}")
        if hasattr(cls, "__post_init__"):
            body.append("self.__post_init__()")
        head = f"def __init__(self, /, {', '.join(arguments)}):"
        exec("\n    ".join([head, "FIELDS = self.__dict__", *body]), known)
        return known["__init__"]

    def _arguments(cls, args, given):
        values = [*args]
        for f in cls.__fields__[len(args) :]:
            values.append(given.pop(f.name) if f.name in given else f.value(cls))
        if given or len(values) > len(cls.__fields__):
            raise TypeError(f"{cls.__name__}() takes {', '.join(cls.__match_args__)}, once each")
        return values

    def _refuse(self, name, value=None):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot change field {name!r}")

    class _Standard:
        """What `dataclasses` and `inspect` look for in a class, made when they look."""

        def __init__(self, name):
            self.name = name

        def __get__(self, item, cls):
            from dataclasses import field, make_dataclass
            from inspect import signature

            parts = [(f.name, f.type, field(**f.options)) for f in cls.__fields__]
            frozen = cls.__setattr__ is _refuse
            twin = make_dataclass(cls.__name__, parts, frozen=frozen)
            return signature(twin) if self.name == "__signature__" else getattr(twin, self.name)
