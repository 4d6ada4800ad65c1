import type { LibraryPair } from './library.ts'

const PLACES = ['客厅', '卧室', '厨房', '卫生间', '阳台', '书房', '儿童房', '餐厅', '玄关', '老人房']
const THINGS = ['衣柜', '橱柜', '沙发', '窗帘', '地板', '瓷砖', '灯具', '床垫', '书架', '餐桌']
const LINES = ['云杉', '白桦', '青松', '红枫', '银杏', '水曲柳', '胡桃', '樱桃木', '橡木', '榉木']

/** For each thing: the question, three alternative questions, the answer. */
const ASKED: ((name: string, n: number) => [string, string, string, string, string])[] = [
  (name, n) => [
    `${name}多少钱`,
    `${name}什么价格`,
    `${name}怎么收费`,
    `${name}报价`,
    `${name}${n} 元起，以量房后的报价单为准。`,
  ],
  (name, n) => [
    `${name}工期多久`,
    `${name}几天能做好`,
    `${name}要等多长时间`,
    `${name}生产周期`,
    `${name}确认图纸后 ${n % 60} 天完成。`,
  ],
  (name, n) => [
    `${name}质保几年`,
    `${name}保修多久`,
    `${name}坏了怎么办`,
    `${name}售后`,
    `${name}质保 ${(n % 9) + 1} 年，终身维护。`,
  ],
  (name) => [
    `${name}用什么材料`,
    `${name}是什么材质`,
    `${name}环保吗`,
    `${name}甲醛超标吗`,
    `${name}用 E0 级板材，提供检测报告。`,
  ],
  (name, n) => [
    `${name}可以退货吗`,
    `${name}不喜欢能退吗`,
    `${name}退换货`,
    `${name}退款`,
    `${name}安装前 ${(n % 7) + 1} 天内可以退。`,
  ],
  (name) => [
    `${name}怎么安装`,
    `${name}安装收费吗`,
    `${name}包安装吗`,
    `${name}上门安装`,
    `${name}由师傅免费上门安装。`,
  ],
  (name) => [
    `${name}有哪些颜色`,
    `${name}什么颜色好看`,
    `${name}颜色可以选吗`,
    `${name}配色`,
    `${name}有原木、白色和灰色。`,
  ],
  (name, n) => [
    `${name}有优惠吗`,
    `${name}打折吗`,
    `${name}活动`,
    `${name}能便宜点吗`,
    `${name}本月满 ${n} 元减 200 元。`,
  ],
  (name) => [
    `${name}尺寸可以定制吗`,
    `${name}多大`,
    `${name}有什么规格`,
    `${name}能改尺寸吗`,
    `${name}按现场尺寸定做。`,
  ],
  (name) => [
    `${name}怎么保养`,
    `${name}怎么清洁`,
    `${name}脏了怎么擦`,
    `${name}平时怎么打理`,
    `${name}用干布擦拭，避免暴晒。`,
  ],
]

/** Pairs about different things in nearly the same words: hard to tell apart. */
export function manyPairs(count: number): LibraryPair[] {
  const names = LINES.flatMap((line) => PLACES.flatMap((place) => THINGS.map((thing) => `${line}${place}${thing}`)))
  return Array.from({ length: count }, (_, n) => {
    const name = names[Math.floor(n / ASKED.length) % names.length] ?? ''
    const [question = '', ...rest] = ASKED[n % ASKED.length]?.(name, n + 100) ?? []
    return { question, similar: rest.slice(0, -1), answer: rest.at(-1) ?? '' }
  })
}
