import { Converter } from 'opencc-js/t2cn'
import { DIALECT } from './thesaurus/dialect.ts'

const simplified = Converter({ from: 't', to: 'cn' })

const DIGITS: Record<string, number> = {
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  俩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 }

const NO_NUMERAL_BEFORE = '(?<![几数好零一二两三四五六七八九十百千])'

/** A Chinese numeral is a number only before a measure word; elsewhere it is part of a word (五金, 三亚, 一起). */
const NUMERAL = new RegExp(
  `${NO_NUMERAL_BEFORE}[零一二两三四五六七八九十百千]+(?=[个位岁年月天日周号层楼次瓶支米平元块折期节斤套件张桌人间只盒袋片对双度万分秒小针杯遍回趟颗根台栋辆条顿晚堂门寸公])`,
  'gu',
)
/** Hours; 一点 alone means "a little". */
const HOUR = new RegExp(`${NO_NUMERAL_BEFORE}(?:十[一二]|[两二三四五六七八九十]|一(?=点[半钟多]))(?=点)`, 'gu')

const plainOf = new Map(
  DIALECT.trim()
    .split('\n')
    .map((line) => line.split(' '))
    .flatMap(([plain = '', ...theirs]) => theirs.map((word) => [word, plain] as const)),
)
const dialect = new RegExp([...plainOf.keys()].toSorted((a, b) => b.length - a.length).join('|'), 'gu')

/** Separable verbs (离合词): 挂你们的号, 报了名, 洗个澡. */
const SEPARABLE = `
报名 报班 结账 挂号 请假 洗澡 洗脸 洗头 洗车 化妆 卸妆 开票 开发票 退钱 退款 退费 排队 打针 拆线 留座 留位 留桌 订位 订座 订桌 办卡 停卡 转卡 退卡
停车 付钱 付款 交钱 上课 补课 退课 打折 下单 发货 退货 换货 量房 看病 住院 睡觉 拍照 修图 换屏 开店 报销 充值 充钱 充电 存钱 掉皮 起皮
长痘 出油 留疤 拔牙 补牙 洗牙 剪发 做饭 怀孕 喂奶 搬家 贴膜 喷漆 补漆 掏钱 花钱 收钱 加钱 要钱 点菜 带娃 接娃 贷款 签字 签约 考试 考级 发证 拿证 请客 取号 用券
`

/** Removes what splits a separable verb: aspect particles, measures, pronouns. */
const separated = new RegExp(
  SEPARABLE.trim()
    .split(/\s+/)
    .map((word) => `(?<=${word.charAt(0)})[了过完个好的次下我你他她们一几点]{1,4}(?=${word.slice(1)})`)
    .join('|'),
  'gu',
)

/** Normalises width, case, traditional characters, emoji codes, punctuation, dialect and numerals. */
export function normalText(text: string): string {
  return simplified(text.normalize('NFKC').toLowerCase())
    .replaceAll(/\[[^\][]{1,8}\]/gu, ' ')
    .replaceAll(/(?<=\d)\.(?=\d)/gu, '点')
    .replaceAll(/[^\p{L}\p{N}%]+/gu, ' ')
    .replaceAll(dialect, (word: string) => plainOf.get(word) ?? word)
    .replaceAll(separated, '')
    .replaceAll(NUMERAL, toNumber)
    .replaceAll(HOUR, toNumber)
    .replaceAll(/(?<=\d)个(?=人)/gu, '')
    .replaceAll(/(?<=\d)w(?![a-z])/gu, '万')
    .replaceAll(/(?<=\d)k(?![a-z])/gu, '千')
    .trim()
}

function toNumber(numeral: string): string {
  let sum = 0
  let digit: number | undefined
  for (const character of numeral) {
    const unit = UNITS[character]
    if (unit === undefined) digit = (digit ?? 0) * 10 + (DIGITS[character] ?? 0)
    else {
      sum += (digit ?? 1) * unit
      digit = undefined
    }
  }
  return String(sum + (digit ?? 0))
}
