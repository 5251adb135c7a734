import { checkSync } from "recheck";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { formats } from "../../src/generator/jsonschema/form/formats.js";
import { readSources, visit } from "../support/source.js";

const fits = (format: string, text: string): boolean => {
  const found = formats.get(format);
  if (found === undefined) throw new Error(`no format ${format}`);
  return found.check(text);
};

const label63 = "a".repeat(63);
const name253 = [label63, label63, label63, "a".repeat(61)].join(".");

type Cases = {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
};

/** Cases of our own, by format. */
const cases: { readonly [format: string]: Cases } = {
  "date-time": {
    valid: [
      "2026-07-28T12:00:00Z",
      "2026-07-28t12:00:00.000001z",
      "0000-01-01T00:00:00-00:00",
      "2024-02-29T23:59:59+23:59",
      "2016-12-31T23:59:60Z",
      "2017-01-01T00:59:60+01:00",
      "2016-12-31T18:59:60.5-05:00",
      "2024-02-29T23:59:60Z",
      "2024-03-01T05:29:60+05:30",
    ],
    invalid: [
      "2026-07-28 12:00:00Z",
      "2026-07-28T12:00:00",
      "2026-07-28T12:00Z",
      "2026-07-28T12:00:00.Z",
      "2026-07-28T12:00:00,5Z",
      "2026-07-28T12:00:00+0100",
      "2023-02-29T12:00:00Z",
      "2026-07-28T24:00:00Z",
      "2016-12-30T23:59:60Z",
      "2017-01-01T23:59:60Z",
      "2016-12-31T23:59:60+01:00",
      "2024-02-28T23:59:60Z",
      "2026-07-28T12:00:00Z\n",
      "",
    ],
  },
  date: {
    valid: ["2026-07-28", "2000-02-29", "1996-02-29", "0000-02-29"],
    invalid: [
      "1900-02-29",
      "2026-04-31",
      "2026-00-01",
      "2026-13-01",
      "2026-01-00",
      "2026-7-28",
      "26-07-28",
      "2026-07-28T00:00:00Z",
      "٢٠٢٦-07-28",
    ],
  },
  time: {
    valid: [
      "00:00:00Z",
      "23:59:59.999+14:00",
      "12:00:00-00:00",
      "23:59:60Z",
      "00:59:60+01:00",
      "15:59:60-08:00",
    ],
    invalid: [
      "24:00:00Z",
      "12:60:00Z",
      "12:00:61Z",
      "12:00:00",
      "12:00Z",
      "12:00:60Z",
      "23:59:60+01:00",
      "12:00:00+24:00",
      "12:00:00+01:60",
      "12:00:00+1:00",
    ],
  },
  duration: {
    valid: [
      "P1Y2M3DT4H5M6S",
      "P3W",
      "PT36H",
      "P1M",
      "PT1M",
      "P0D",
      "P1DT1S",
      "p1dt2h",
    ],
    invalid: [
      "P",
      "PT",
      "P1YT",
      "P1Y3D",
      "PT1H6S",
      "P1W1D",
      "P1WT1H",
      "P1S",
      "PT1D",
      "P1.5D",
      "-P1D",
      "1D",
    ],
  },
  email: {
    valid: [
      "ada@example.com",
      "a.b+c/d=e@x",
      '"a b@c"@example.com',
      '"a\\"b"@example.com',
      '""@example.com',
      "a@[192.0.2.1]",
      "a@[IPv6:2001:db8::1]",
      "a@[ipv6:::]",
      `${"a".repeat(64)}@example.com`,
      `a@${name253}`,
    ],
    invalid: [
      "ada",
      "@example.com",
      "ada@",
      "a..b@example.com",
      ".a@example.com",
      "a.@example.com",
      "a b@example.com",
      "a@b@example.com",
      '"a"b@example.com',
      '"a@example.com',
      '"a\\"@example.com',
      "a@exa_mple.com",
      "a@-example.com",
      "a@example..com",
      "a@example.com.",
      "a@[192.0.2.256]",
      "a@[2001:db8::1]",
      "a@[IPv6:192.0.2.1]",
      "a@[tag:x]",
      "a@[192.0.2.1",
      "zoë@example.com",
      `${"a".repeat(65)}@example.com`,
      `a@${name253}a`,
    ],
  },
  "idn-email": {
    valid: [
      "ada@example.com",
      "zoë@bücher.example",
      '"zoë x"@例え.jp',
      "😀@example.com",
      `${"é".repeat(32)}@example.com`,
      "ada@bu\u0308cher.example",
      "ada@ab--cd.example",
      `a@${"例".repeat(30)}.jp`,
    ],
    invalid: [
      "zoë",
      "zoë@",
      "z\ud800@example.com",
      '"\\ë"@example.com',
      "zoë@-bücher.example",
      "zoë@bücher＠example",
      "zoë@bücher。example",
      "zoë@☃.example",
      `${"é".repeat(33)}@example.com`,
    ],
  },
  hostname: {
    valid: [
      "www.example.com",
      "localhost",
      "1.2.3.4",
      "EXAMPLE.com",
      "a--b",
      "ab--cd",
      label63,
      name253,
      "xn--bcher-kva.example",
      "XN--BCHER-KVA.example",
      "xn--4dbrk0ce.xn--4dbrk0ce",
    ],
    invalid: [
      "",
      ".",
      "example.com.",
      ".example.com",
      "a..b",
      "-a",
      "a-",
      "a_b",
      "bücher.example",
      `${label63}a`,
      `${name253}a`,
      "xn--",
      "xn--a",
      "xn--abc-",
      "xn--bcher-kv!",
      "xn--99999999",
      // half a surrogate pair, and a point beyond Unicode
      "xn--0d7c",
      "xn--0000000a",
      "1a.xn--4dbrk0ce",
    ],
  },
  "idn-hostname": {
    valid: [
      "bücher.example",
      "例え。テスト",
      "faß.de",
      "βόλος.gr",
      "l·l.cat",
      "क्‍ष",
      "نامه‌ای.ir",
      "ישראל.ישראל",
      "مثال١.example",
      "a.ישראל",
      "xn--bcher-kva",
      "ᏣᎳᎩ",
      "१२३.भारत",
    ],
    invalid: [
      "",
      "a..b",
      "bücher.",
      "Bücher.example",
      "ＡＢＣ",
      "bu\u0308cher",
      "\u0308bc",
      "-bücher",
      "bücher-",
      "bü--cher",
      "ab--cd",
      "a_b",
      "é b",
      "☃.example",
      "é\u00ad",
      "a\u200db",
      "a\u200cb",
      "l·a",
      "·l",
      "͵a",
      "א\u0660\u06f0",
      "1.ישראל",
      "אa",
      "aא",
      "א-",
      "ᄀ",
      "\u20dda",
      "😀",
      "\ud800",
      "é".repeat(59),
      `${"é".repeat(20)}.`.repeat(10) + "a",
    ],
  },
  ipv4: {
    valid: ["0.0.0.0", "255.255.255.255", "192.0.2.1", "10.20.30.99"],
    invalid: [
      "256.0.0.1",
      "1.2.3",
      "1.2.3.4.5",
      "1.2.3.4.",
      "01.2.3.4",
      "1.2.3.4\n",
      "0x1.2.3.4",
      "1.2.3.-4",
      "١.2.3.4",
      "",
    ],
  },
  ipv6: {
    valid: [
      "::",
      "::1",
      "1::",
      "2001:DB8::1",
      "1:2:3:4:5:6:7:8",
      "1:2:3:4:5:6:7::",
      "::2:3:4:5:6:7:8",
      "::ffff:192.0.2.1",
      "1:2:3:4:5:6:192.0.2.1",
      "ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255",
    ],
    invalid: [
      "",
      ":",
      ":::",
      "1",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "1:2:3:4:5:6:7:8::",
      "1::2::3",
      ":1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:",
      "12345::",
      "g::",
      "192.0.2.1::",
      "::192.0.2.1:1",
      "1:2:3:4:5:6:7:192.0.2.1",
      "::192.0.2",
      "fe80::1%eth0",
      "[::1]",
      "::1/64",
    ],
  },
  uri: {
    valid: [
      "https://example.com/path",
      "a:",
      "a+b-c.d:x",
      "mailto:ada@example.com",
      "urn:isbn:0451450523",
      "http://user:pass@[2001:db8::1]:8080/a;b=c?d=e/f?g#h/i?j",
      "http://[v1.fe:80]/",
      "http://example.com:/",
      "file:///etc/hosts",
      "http://a%20b/",
      "http://",
      "x:/a//b",
    ],
    invalid: [
      "",
      "/path",
      "//example.com",
      "1a:b",
      "a_b:c",
      "http://exa mple.com",
      "http://example.com/%zz",
      "http://example.com/%2",
      "http://example.com/ü",
      "http://a@b@c/",
      "http://example.com:80a/",
      "http://[::1",
      "http://::1]/",
      "http://[1.2.3.4]/",
      "http://[v1]/",
      "http://a/#b#c",
      "http://a/[b]",
      "http://a/?[b]",
      "http://a/b|c",
      "http://a\\b",
      "http://a/b\n",
    ],
  },
  "uri-reference": {
    valid: [
      "",
      "#",
      "?",
      "../a?b#c",
      "./a:b",
      "a/b:c",
      "//example.com:80/",
      "https://example.com",
      "@",
    ],
    invalid: [
      "1:b",
      ":",
      "a b",
      "%",
      "a\\b",
      "#a#b",
      "//a:b",
      "//[x]",
      "ä",
      "a[0]",
    ],
  },
  iri: {
    valid: [
      "https://bücher.example/straße?straße#straße",
      "http://例え.jp/😀",
      "http://a/?\ue000",
      "http://[2001:db8::1]/ü",
    ],
    invalid: [
      "straße",
      "http://a/\ue000",
      "http://a/#\ue000",
      "http://a/\ufdd0",
      "http://a/\ufffe",
      "http://a/\u{1ffff}",
      "http://a/\u{e0001}",
      "http://a/\x85",
      "http://a/\ud800",
      "http://a b/",
      "ü:b",
    ],
  },
  "iri-reference": {
    valid: ["", "../straße", "//bücher.example", "#ä", "?ä", "https://ä"],
    invalid: ["ä b", "ä%", "ä:b", "#ä#", "//ä@ä@ä", "a\\ä", "\ud800"],
  },
  "uri-template": {
    valid: [
      "",
      "/users/{id}",
      "{+path}{#frag}{.ext}{/seg*}{;a}{?b,c:3}{&d}",
      "{=reserved}",
      "{a.b_1}",
      "{%41}",
      "ü{ü}".replace("{ü}", "{u}"),
      "it's",
      "%20",
    ],
    invalid: [
      "{",
      "}",
      "{}",
      "{a",
      "a}",
      "{{a}}",
      "{a,}",
      "{,+a}",
      "{a..b}",
      "{.}",
      "{a:0}",
      "{a:12345}",
      "{a:3*}",
      "{a-b}",
      "{a b}",
      "{ü}",
      "a b",
      "%2",
      '"',
      "a<b>",
      "\ud800",
    ],
  },
  uuid: {
    valid: [
      "123e4567-e89b-42d3-a456-426614174000",
      "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
      "00000000-0000-0000-0000-000000000000",
    ],
    invalid: [
      "",
      "123e4567e89b42d3a456426614174000",
      "{123e4567-e89b-42d3-a456-426614174000}",
      "123e4567-e89b-42d3-a456-42661417400g",
      "123e4567-e89b-42d3-a456-4266141740000",
      "urn:uuid:123e4567-e89b-42d3-a456-426614174000",
    ],
  },
  "json-pointer": {
    valid: ["", "/", "//", "/items/0", "/a~0b~1c", "/ä\n", "/ "],
    invalid: ["items", "#/items", "/~", "/~2", "/a~", " /a"],
  },
  "relative-json-pointer": {
    valid: ["0", "1/name", "10#", "0#", "2/a~1b", "0-1", "0+2/x", "0-1#"],
    invalid: ["", "/a", "-1", "+1", "01", "1##", "1#/a", "1a", "1/~", "0-"],
  },
  regex: {
    valid: [
      "",
      "^[a-z]+$",
      "(?<year>\\d{4})\\k<year>",
      "\\p{L}",
      "(?<=a)b",
      "[\\p{L}\\P{Lu}]\\\\p{2}",
    ],
    invalid: [
      "(",
      "[",
      "a**",
      "\\a",
      "\\p{Nope}",
      "\\p",
      "[a-\\p{L}]",
      "(?<a>x)\\k<b>",
      "{",
      "]",
    ],
  },
};

test("there are cases for every format", () => {
  expect(Object.keys(cases).sort()).toEqual([...formats.keys()].sort());
});

describe.each([...formats])("%s", (format, { words }) => {
  const { valid = [], invalid = [] } = cases[format] ?? {};

  test("accepts the example that its sentence gives", () => {
    expect(fits(format, words.split(" such as ")[1] ?? "")).toBe(true);
  });

  test("accepts what is valid", () => {
    expect(valid.filter((text) => !fits(format, text))).toEqual([]);
  });

  test("refuses what is not", () => {
    expect(invalid.filter((text) => fits(format, text))).toEqual([]);
  });

  test(
    "has the same verdict for a long text and for one a hundred times as long",
    // a scan that goes back and forth over the text would take hours
    { timeout: 60_000 },
    () => {
      const differing = hostile.filter(
        ({ long, longest }) => fits(format, long) !== fits(format, longest),
      );
      expect(differing.map(({ start }) => start)).toEqual([]);
    },
  );
});

test("no regular expression goes back over a text", { timeout: 60_000 }, () => {
  const slow: string[] = [];
  let count = 0;
  for (const { path, tree } of readSources("src/runtime")) {
    if (!/\/(?:format-|idna|punycode)[^/]*$/.test(path)) continue;
    visit(tree, (node) => {
      if (!ts.isRegularExpressionLiteral(node)) return;
      count++;
      const [, source = "", flags = ""] =
        /^\/(.*)\/(.*)$/.exec(node.text) ?? [];
      const { status } = checkSync(source, flags, { timeout: null });
      if (status !== "safe") slow.push(`${path}: ${node.text}`);
    });
  }
  expect(slow).toEqual([]);
  expect(count).toBeGreaterThan(30);
});

function repeated(before: string, unit: string, after = "") {
  const grow = (length: number) =>
    before + unit.repeat(Math.ceil(length / unit.length)) + after;
  return { start: grow(1), long: grow(10_000), longest: grow(1_000_000) };
}

/** Texts that lead a careless pattern astray, at any length. */
const hostile = [
  ...'a 1 . / % ~ { } : @ \\ [ - # ? & , * + ( ) | " é 😀'.split(" "),
  "::",
  "1.",
  "a.",
  "a-",
  "a:",
  "{a}",
  "{a,",
  "%41",
  "xn--",
  "xn--a.",
  "\\a",
  "~0",
  "/a",
  "(?:a+)+",
  "\\p{L}",
  "\\p{",
  "(?:",
  "a|",
  "\u0308",
  "\u200c",
  "。",
]
  .map((unit) => repeated("", unit))
  .concat([
    repeated("2026-07-28T12:00:00.", "0", "z!"),
    repeated("12:00:00.", "0"),
    repeated("P", "1"),
    repeated("P1Y", "1", "X"),
    repeated("PT", "1", "X"),
    repeated('"', "a", "@b"),
    repeated('"', "\\a"),
    repeated("a@", "b."),
    repeated("a@[IPv6:", ":"),
    repeated("//", "a", "#b#c"),
    repeated("//", "a:"),
    repeated("//", "@"),
    repeated("//[", ":", "]"),
    repeated("x://", "a", "[b"),
    repeated("a+", "a", "/"),
    repeated("/", "a", "?b#c#d"),
    repeated("{a", ".b", "!}"),
    repeated("{a:", "1", "}"),
    repeated("{", "%41", "%}"),
    repeated("xn--", "a"),
    repeated("xn--a-", "9"),
    repeated("1", "0", "#"),
    repeated("0-1", "0", "/~"),
  ]);
