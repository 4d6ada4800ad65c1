import type { ReadFact, Reading } from './fact.ts'
import { NUMERAL, valuesOf } from './numerals.ts'

const WEEK = '一二三四五六日'
const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7]
const WEEKDAY_SIGN = '[一二三四五六日天1-7]'
const OF_WEEK = '(?:周|星期|礼拜)'
const FROM_TO = '[-~至到]'
const SMALL = `(?:\\d{1,2}|[一二三四五六七八九十]{1,3})`

/** Named days and their synonyms. */
const NAMED_DAYS: Readonly<Record<string, string>> = {
  今天: '今天|今日|今儿|今晚|今早',
  明天: '明天|明日|明儿|明早|明晚',
  后天: '大?后天',
  昨天: '昨天|昨日|前天',
  当天: '当天|当日|当晚|即日',
  次日: '次日|第二天|隔天|隔日|翌日',
  本周: '(?:本|这)个?(?:周|星期|礼拜)(?![一二三四五六日天])',
  下周: '下个?(?:周|星期|礼拜)(?![一二三四五六日天])',
  下个月: '下个?月',
  本月: '本月|这个月|当月',
  月底: '月底|月末',
  月初: '月初',
  年底: '年底|年末|岁末|年前',
  年后: '年后|节后',
  明年: '明年|来年',
  今年: '今年|本年度?',
  去年: '去年',
}

const HOLIDAYS: Readonly<Record<string, string>> = {
  元旦: '元旦',
  春节: '春节|过年|除夕|大年|新年|年假',
  清明: '清明',
  五一: '五一|劳动节',
  端午: '端午',
  中秋: '中秋',
  国庆: '国庆|十一(?=假|期间|长假|黄金)',
  双十一: '双十一|双11|双十二|双12|(?<!\\d)618(?!\\d)',
  情人节: '情人节|七夕|520(?=活动|当天|期间|节)',
  妇女节: '妇女节|三八节?|女神节',
  儿童节: '儿童节|六一',
  圣诞: '圣诞',
  暑假: '暑假|暑期',
  寒假: '寒假',
}

const date = (want: string, offers: readonly string[] = []): ReadFact => ({
  kind: 'date',
  wants: [want],
  offers: [want, ...offers],
  isPersonal: true,
})

const weekday = (sign: string) => (sign === '天' || sign === '7' ? 7 : Number(sign) || WEEK.indexOf(sign) + 1)
const openOn = (days: readonly number[]): string[] => [
  ...(days.length === 7 ? ['daily'] : []),
  ...days.map((day) => `weekday:${day}`),
  ...([6, 7].every((day) => days.includes(day)) ? ['weekend'] : []),
  ...([1, 2, 3, 4, 5].every((day) => days.includes(day)) ? ['workdays'] : []),
]
const every = () => [
  ...openOn(ALL_DAYS),
  'daily',
  ...Object.keys(HOLIDAYS).map((name) => `holiday:${name}`),
  'holidays',
]

export function readCalendarDates(reading: Reading): void {
  reading.take(/(?<!\d)(20\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})(?:日|号)?(?!\d)/g, ([, year, month, day]) =>
    monthDay(Number(month), Number(day), [`year:${Number(year)}`]),
  )
}

/** After contacts and prices of their own kind: 3月5日, 周三, 明天, 国庆. */
export function readDates(reading: Reading): void {
  reading.take(/(?<!\d)(20\d{2}|二[零〇][零〇一二三四五六七八九]{2})年(?!内)/g, ([, year = '']) =>
    date(`year:${valuesOf(year)[0]}`),
  )
  reading.take(new RegExp(`(?<![\\d个])(${SMALL})月份?(${SMALL})(?:日|号)?(?!\\d)`, 'g'), ([, month = '', day = '']) =>
    monthDay(valuesOf(month)[0] ?? 0, valuesOf(day)[0] ?? 0),
  )
  reading.take(/(?<![\d/.])(\d{1,2})\/(\d{1,2})(?![\d/])/g, ([, month, day]) => monthDay(Number(month), Number(day)))
  reading.take(new RegExp(`(?<![\\d个满])(${SMALL})月(?!龄|嫂|子|卡|费|租|供)`, 'g'), ([, month = '']) => {
    const [value = 0] = valuesOf(month)
    return value >= 1 && value <= 12 ? date(`month:${value}`) : undefined
  })
  reading.take(
    new RegExp(`(?<![路街道巷弄村\\d第])(${NUMERAL})号(?![线楼店院门室厅柜铺馆色机])`, 'g'),
    ({ 1: day = '' }) => {
      const [value = 0] = valuesOf(day)
      return value >= 1 && value <= 31 ? date(`day:${value}`) : undefined
    },
  )
  for (const [name, words] of Object.entries(HOLIDAYS)) {
    reading.take(new RegExp(words, 'g'), () => date(`holiday:${name}`))
  }
  readWeekdays(reading)
  for (const [name, words] of Object.entries(NAMED_DAYS)) {
    reading.take(new RegExp(words, 'g'), () => date(`named:${name}`))
  }
}

function readWeekdays(reading: Reading): void {
  reading.take(/(?<!不)每天|天天|每日|全年无休|全年|无休|一周七天|365天/g, () => ({
    kind: 'date',
    wants: ['daily'],
    offers: every(),
  }))
  reading.take(/(?:法定)?节假日|节日/g, () => ({
    kind: 'date',
    wants: ['holidays'],
    offers: ['holidays', ...Object.keys(HOLIDAYS).map((name) => `holiday:${name}`)],
  }))
  reading.take(
    new RegExp(
      `(下下|下|这|本|上)?个?${OF_WEEK}(${WEEKDAY_SIGN})(?:${FROM_TO}${OF_WEEK}?(${WEEKDAY_SIGN})|[、和]?${OF_WEEK}?([日天]))?(?![次回遍节])`,
      'g',
    ),
    ([, which, from = '', to, also]) => {
      const last = to ?? also
      const days = to === undefined ? [weekday(from)] : range(weekday(from), weekday(to))
      const named = also === undefined ? days : [...days, weekday(also)]
      // 下周三 is one specific day: a statement about every Wednesday does not support it.
      if (which !== undefined) return date(`${which}:${weekday(from)}`)
      const want = last === undefined ? `weekday:${weekday(from)}` : `weekdays:${named.join()}`
      return { ...date(want, openOn(named)), wants: [want, ...sameDays(named)] }
    },
  )
  reading.take(/周末|双休日?/g, () => date('weekend', ['weekday:6', 'weekday:7']))
  reading.take(/(?<!个|\d)工作日/g, () => date('workdays', openOn([1, 2, 3, 4, 5])))
}

/** A range of days equals the same days listed singly. */
const sameDays = (days: readonly number[]) => {
  if (days.length === 7) return ['daily']
  if (days.join() === '6,7') return ['weekend']
  return days.join() === '1,2,3,4,5' ? ['workdays'] : []
}

function range(from: number, to: number): number[] {
  return to < from ? [from, to] : Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function monthDay(month: number, day: number, more: readonly string[] = []): ReadFact | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  return date(`date:${month}-${day}`, [`month:${month}`, `day:${day}`, ...more])
}
