import type { CheckFinding } from '@ruwu/contract'

export type Unit = { name: string; kind: CheckFinding['kind']; pattern: RegExp; times: number; isPersonal?: boolean }

const unit = (name: string, words: string, times = 1, more: Partial<Unit> = {}): Unit => ({
  name,
  kind: 'number',
  pattern: new RegExp(`^\\s?(?:${words})`),
  times,
  ...more,
})
const price = { kind: 'price' } as const
const personal = { isPersonal: true } as const

/** Units, longest first. Synonyms share a name and are converted to one scale. */
export const UNITS: readonly Unit[] = [
  unit('money', '元|块钱|块(?![状儿头根])|圆|rmb|人民币|美元|美金|大洋|(?:钱(?!包))', 1, price),
  unit('discount', '折(?![叠返射旧磨])', 1, price),
  unit('percent', '%|个百分点', 1),
  unit('percent', '成(?![本人员品功立长分为都型年绩交熟片])', 10),
  unit('workday', '个?工作日'),
  unit('minute', '(?:个?小时|个?钟头|h(?![a-z]))', 60),
  unit('minute', '分钟|min(?![a-z])', 1),
  unit('minute', '刻钟', 15),
  unit('minute', '秒钟?', 1 / 60),
  unit('minute', '个?(?:周|星期|礼拜)(?![一二三四五六日天岁年])', 7 * 24 * 60),
  unit('minute', '天(?![花然猫窗])|日(?![元本常用期])|个?昼夜|晚(?![上间])|宿', 24 * 60),
  unit('month', '个月|月(?=龄|嫂|卡)', 1),
  unit('month', '个?季度', 3),
  unit('month', '周?年(?![级轻龄货夜终纪代])', 12),
  unit('age', '周?岁', 1, personal),
  unit('area', '平方米|平方|平米|平(?![台均常时价面衡稳安整板替])|m2|㎡', 1, personal),
  unit('metre', '公里|千米|km(?![a-z])', 1000),
  unit('metre', '厘米|公分|cm(?![a-z])', 0.01, personal),
  unit('metre', '毫米|mm(?![a-z])', 0.001),
  unit('metre', '米(?![饭线粉色其])|m(?![a-z0-9])', 1, personal),
  unit('gram', '公斤|千克|kg(?![a-z])', 1000, personal),
  unit('gram', '斤', 500, personal),
  unit('gram', '克(?![服制隆])|g(?![a-z])', 1),
  unit('gram', '吨', 1_000_000),
  unit('millilitre', '毫升|ml(?![a-z])', 1),
  unit('millilitre', '升(?![级高学职值])|l(?![a-z])', 1000),
  unit('degree', '度(?![假过身])|℃|°c?'),
  unit('times', '倍'),
  unit('count:疗程', '个?疗程'),
  unit('count:人', '[人位名]|个?(?:学员|学生|老师|顾客|客户|孩子|小朋友|宝宝)'),
  unit('count:次', '[次回遍节课堂]|个?课时'),
  unit('count:间', '间|个?房间|个?包间|个?包厢'),
  unit('count:层', '[层楼]'),
  unit('count:种', '[种款类样]'),
  unit('count:', '个'),
  ...Array.from(
    '张份套家件条期项级步盒瓶支片袋包箱组台部辆颗粒根针例单桌席班届门科所栋座室厅户星字句页轮圈道寸排档只双把株幅对笔本滴勺碗杯串壶锅碟盘罐桶卷束朵棵扇盏枚副站荤素',
  ).map((sign) => unit(`count:${sign}`, sign)),
]

/** 一 as an article: 一个, 一位, 元一瓶, 元一平. */
export const ARTICLE_AFTER =
  /^\s?(?:[个位名种款张份套家间件条项句对次下些样遍番瓶盒支片袋包箱组台部颗粒根把只双杯碗本页桌人节课堂](?!月|半|小时|星期|礼拜|周|疗程|工作日|季度|钟头)|平(?:方米?|米)?)/
/** Counts of items just mentioned: 两种都可以, 两个时段. */
export const SUMMING_AFTER =
  /^\s?(?:种|者|款|类|方面|点|样|个(?:都|方面|时段|时间段|规格|档|选择|方案|类型|部分|版本|方式|等级|地方|问题))/
export const SUMMING_MAX = 3
