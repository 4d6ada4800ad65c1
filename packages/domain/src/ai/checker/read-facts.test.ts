import { expect, test } from 'vitest'
import { valuesOf } from './numerals.ts'
import { plainText, pricesIn, readFacts } from './read-facts.ts'

const offers = (text: string) => readFacts(plainText(text)).flatMap((fact) => fact.offers)

test.each([
  ['399', 399],
  ['1,299', 1299],
  ['3.5万', 35_000],
  ['3万5', 35_000],
  ['2w', 20_000],
  ['三百九十九', 399],
  ['三百九', 390],
  ['一百二', 120],
  ['一千零五', 1005],
  ['一千零五十', 1050],
  ['两万五', 25_000],
  ['十五', 15],
  ['二十', 20],
  ['二零二六', 2026],
  ['一亿两千万', 120_000_000],
  ['壹佰', 100],
])('%s is %d', (numeral, value) => {
  expect(valuesOf(numeral)).toEqual([value])
})

test('two neighbours are a range', () => {
  expect(valuesOf('两三')).toEqual([2, 3])
})

test.each([
  [['399元', '￥399', '¥399', '三百九十九块', '３９９元', '399块钱', 'rmb 399'], 'money:399'],
  [['9.9元', '9块9', '九块九', '９.９块'], 'money:9.9'],
  [['8.5折', '85折', '八五折'], 'discount:8.5'],
  [['半价', '五折', '对折', '5折'], 'discount:5'],
  [['30%', '百分之三十', '三成', '30％'], 'percent:30'],
  [['半年', '6个月', '六个月'], 'month:6'],
  [['一年半', '18个月', '1年半'], 'month:18'],
  [['90分钟', '一个半小时', '1.5小时', '1小时半'], 'minute:90'],
  [['7天', '一周', '七天', '一个星期', '1周'], 'minute:10080'],
  [['3月5日', '3月5号', '三月五日', '2026-03-05', '3/5', '2026年3月5日'], 'date:3-5'],
  [['周三', '星期三', '礼拜三', '每周三'], 'weekday:3'],
  [['下周三', '下星期三', '下个礼拜三'], '下:3'],
  [['21:00', '晚上9点', '晚上九点', '21点', '晚9点'], 'clock:1260'],
  [['9:30', '早上九点半', '上午9点30分', '9点半'], 'clock:570'],
  [['13800001234', '138-0000-1234', '一三八零零零零一二三四'], 'phone:13800001234'],
  [['400-820-8820', '4008208820'], 'phone:4008208820'],
  [['https://ruwu.cn/a', 'ruwu.cn/a', 'HTTP://ruwu.cn/a'], 'link:ruwu.cn/a'],
  [['1.2米', '一米二', '120cm', '1米2'], 'metre:1.2'],
  [['60㎡', '60平', '60平方米', '六十平米'], 'area:60'],
])('%s are one', (writings, form) => {
  expect(writings.filter((writing) => !offers(writing).includes(form))).toEqual([])
})

test.each([
  '一定',
  '一下',
  '一起看看',
  '统一安排',
  '万一',
  '十分满意',
  '千万别',
  '一个小礼物',
  '第一步',
  '快一点',
  '一些',
  '唯一',
])('%s has no number in it that could be wrong', (text) => {
  expect(readFacts(plainText(text)).filter(({ wants }) => wants.length > 0)).toEqual([])
})

test('items of a list are not numbers', () => {
  expect(readFacts(plainText('1. 先预约\n2. 到店'))).toEqual([])
})

test('the amounts of money in a text', () => {
  expect(pricesIn('24节课4800元，48节课8800元，教材费一百八十元')).toEqual([4800, 8800, 180])
})
