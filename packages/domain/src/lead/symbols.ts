// Signs that people write in place of digits and letters, and that Unicode compatibility (NFKC) leaves alone.

// Digits in rising order, and the value of the first.
const CHINESE_DIGIT_ROWS: readonly (readonly [string, number])[] = [
  ['零一二三四五六七八九', 0],
  ['〇', 0],
  ['幺两', 1],
  ['壹贰叁肆伍陆柒捌玖', 1],
]

export const CHINESE_DIGITS: ReadonlyMap<string, string> = new Map(
  CHINESE_DIGIT_ROWS.flatMap(([row, first]) =>
    Array.from(row, (sign, index): [string, string] => [sign, String(first + index)]),
  ),
)

// First code point of a run, and what its signs stand for.
const RUNS: readonly (readonly [number, readonly string[]])[] = [
  [0x2776, oneToTen()], // ❶
  [0x2780, oneToTen()], // ➀
  [0x278a, oneToTen()], // ➊
  [0x24f5, oneToTen()], // ⓵
  [0x24ff, ['0']], // ⓿
  [0x1f10b, ['0', '0']], // 🄋 🄌
  [0x1f51f, ['10']], // 🔟
  [0x1f150, letters()], // 🅐
  [0x1f170, letters()], // 🅰
  [0x2795, ['+']], // ➕
]

const HEARTS = '♥❣💓💔💕💖💗💘💙💚💛💜💝💞💟🖤🤍🤎🧡🩵🩶🩷'

/** Circled digits and letters, the heavy plus, and every heart as ❤. */
export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...RUNS.flatMap(([first, signs]) =>
    signs.map((sign, index): [string, string] => [String.fromCodePoint(first + index), sign]),
  ),
  ...Array.from(HEARTS, (heart): [string, string] => [heart, '❤']),
])

function oneToTen(): string[] {
  return Array.from({ length: 10 }, (_, index) => String(index + 1))
}

function letters(): string[] {
  return Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
}
