import { SOURCES } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { SOURCE_CAPABILITIES } from '../channel-capability.ts'
import { CONTACT_CARD_OFFERS } from './guard-texts.ts'
import { check } from './testing/outbound.ts'

const found = (text: string, source: 'redbook' | 'douyin' = 'redbook') => {
  const verdict = check(text, { source })
  return verdict.hits.map(({ category, word }) => `${category} ${word}`)
}

test.each([
  // phone
  ['打我电话13800001234', 'phone 13800001234'],
  ['打我电话 1 3 8 0 0 0 0 1 2 3 4', 'phone 1 3 8 0 0 0 0 1 2 3 4'],
  ['138.0000.1234', 'phone 138.0000.1234'],
  ['一三八零零零零一二三四', 'phone 一三八零零零零一二三四'],
  ['壹叁捌零零零零壹贰叁肆', 'phone 壹叁捌零零零零壹贰叁肆'],
  ['１３８００００１２３４', 'phone １３８００００１２３４'],
  ['①③⑧⓪⓪⓪⓪①②③④', 'phone ①③⑧⓪⓪⓪⓪①②③④'],
  ['138😀0000😀1234', 'phone 138😀0000😀1234'],
  ['138[爱心R]00001234', 'phone 138[爱心R]00001234'],
  ['座机010-12345678', 'phone 010-12345678'],
  ['热线400-820-8820', 'phone 400-820-8820'],
  ['热线4008208820', 'phone 4008208820'],
  ['热线 800 810 1234', 'phone 800 810 1234'],
  ['四零零八二零八八二零', 'phone 四零零八二零八八二零'],
  // WeChat and its look-alikes
  ['可以微信聊', 'wechat 微信'],
  ['支持微信支付', 'wechat 微信'],
  ['微 信', 'wechat 微 信'],
  ['微.信', 'wechat 微.信'],
  ['微-信', 'wechat 微-信'],
  ['微·信', 'wechat 微·信'],
  ['微*信', 'wechat 微*信'],
  ['微/信', 'wechat 微/信'],
  ['微😀信', 'wechat 微😀信'],
  ['微[微笑R]信', 'wechat 微[微笑R]信'],
  ['微\u200b信', 'wechat 微\u200b信'],
  ['微̶信̶', 'wechat 微̶信̶'],
  ['薇信', 'wechat 薇信'],
  ['薇芯', 'wechat 薇芯'],
  ['溦信', 'wechat 溦'],
  ['加溦', 'wechat 溦'],
  ['徽信', 'wechat 徽信'],
  ['加薇', 'wechat 加薇'],
  ['加个薇聊', 'wechat 加个薇'],
  ['➕薇', 'wechat ➕薇'],
  ['有薇吗', 'wechat 有薇'],
  ['我的薇', 'wechat 我的薇'],
  ['薇：nora', 'wechat 薇'],
  ['薇 ok', 'wechat 薇'],
  ['薇', 'wechat 薇'],
  ['薇❤', 'wechat 薇❤'],
  ['微❤', 'wechat 微❤'],
  ['微💗', 'wechat 微💗'],
  ['加威信', 'wechat 加威信'],
  ['加卫星', 'wechat 加卫星'],
  ['卫星号发您', 'wechat 卫星'],
  ['卫星', 'wechat 卫星'],
  ['看绿泡泡', 'wechat 绿泡泡'],
  ['绿 泡 泡', 'wechat 绿 泡 泡'],
  ['vx', 'wechat vx'],
  ['VX', 'wechat VX'],
  ['ｖｘ', 'wechat ｖｘ'],
  ['ⓥⓧ', 'wechat ⓥⓧ'],
  ['🅥🅧', 'wechat 🅥🅧'],
  ['v.x', 'wechat v.x'],
  ['v x', 'wechat v x'],
  ['v😀x', 'wechat v😀x'],
  ['发wx', 'wechat wx'],
  ['w-x', 'wechat w-x'],
  ['v信', 'wechat v信'],
  ['v 信', 'wechat v 信'],
  ['v❤', 'wechat v❤'],
  ['V❤️', 'wechat V❤️'],
  ['加v', 'wechat 加v'],
  ['加V聊', 'wechat 加V'],
  ['加 v', 'wechat 加 v'],
  ['加个v', 'wechat 加个v'],
  ['+v', 'wechat +v'],
  ['＋V', 'wechat ＋V'],
  ['➕v', 'wechat ➕v'],
  ['➕ v', 'wechat ➕ v'],
  ['留个v', 'wechat 留个v'],
  ['加微', 'wechat 加微'],
  ['加微聊', 'wechat 加微'],
  ['+微发您', 'wechat +微'],
  ['➕微', 'wechat ➕微'],
  ['weixin', 'wechat weixin'],
  ['We Chat', 'wechat We Chat'],
  ['wei信', 'wechat wei信'],
  ['企微', 'wechat 企微'],
  ['某信', 'wechat 某信'],
  ['加我nora2019', 'wechat nora2019'],
  // QQ
  ['qq', 'qq qq'],
  ['QQ：123456', 'qq QQ'],
  ['Q Q', 'qq Q Q'],
  ['ＱＱ', 'qq ＱＱ'],
  ['加q 123456', 'qq 加q'],
  ['扣扣号发您', 'qq 扣扣号'],
  ['加企鹅', 'qq 加企鹅'],
  // e-mail
  ['nora@163.com', 'email nora@163.com'],
  ['nora_2019@mail.example.com', 'email nora_2019@mail.example.com'],
  ['ｎｏｒａ＠１６３．ｃｏｍ', 'email ｎｏｒａ＠１６３．ｃｏｍ'],
  ['nora @ 163 . com', 'email nora @ 163 . com'],
  ['nora艾特163点com', 'email nora艾特163点com'],
  ['nora(at)163(dot)com', 'email nora(at)163(dot)com'],
  // links
  ['https://example.com/a?b=1', 'link https://example.com/a?b=1'],
  ['看http://t.cn/abc吧', 'link http://t.cn/abc'],
  ['www.example.com', 'link www.example.com'],
  ['官网example.com.cn', 'link example.com.cn'],
  ['dwz.cn', 'link dwz.cn'],
  ['example点com', 'link e点com'],
  ['example。com', 'link e。com'],
  ['w w w . example', 'link w w w .'],
  ['h t t p : / /', 'link h t t p : / /'],
  // other platforms
  ['我们淘宝店也有', 'platform 淘宝'],
  ['淘 宝', 'platform 淘 宝'],
  ['天猫旗舰店', 'platform 天猫'],
  ['去京东买', 'platform 京东'],
  ['京😀东', 'platform 京😀东'],
  ['拼多多', 'platform 拼多多'],
  ['美团上下单', 'platform 美团'],
  ['看我们的公众号', 'platform 公众号'],
  ['B站有视频', 'platform B站'],
  ['TaoBao', 'platform TaoBao'],
  ['instagram', 'platform instagram'],
])('our side may not write %j: %s', (text, expected) => {
  expect(found(text)).toEqual([expected])
})

test('each kind of contact in one text is a hit of its own, in the order of the text', () => {
  expect(found('加我微信nora_2019或打13800001234')).toEqual(['wechat 微信', 'wechat nora_2019', 'phone 13800001234'])
})

test.each([
  ['redbook', '抖音', '小红书'],
  ['douyin', '小红书', '抖音'],
] as const)('on %s the name %s is another platform and %s is not', (source, other, own) => {
  expect(found(`${other}也有`, source)).toEqual([`platform ${other}`])
  expect(found(`${own}也有`, source)).toEqual([])
})

test.each([
  '薇诺娜特护霜',
  '蔷薇色号',
  '我是客服小薇❤',
  '周薇老师',
  '卫星地图上能看到',
  '通信卫星',
  '在员工里很有威信',
  '稍微信号差一点',
  '加微波炉',
  '加微针',
  '增加微量元素',
  '圆领加V领',
  '想加V脸',
  'VIP会员加vip群礼遇',
  '烟酰胺+vitamin C',
  '5V x 2A',
  '宽 W x 高 H',
  '型号WX500',
  '升级加V6',
  '口感QQ弹弹',
  'QQ糖',
  '北京东城区',
  '南京东路',
  '今天猫咪洗澡',
  '我们的医美团队',
  '主推特价套餐',
  '尽快手术',
  '快手菜',
  '觉得物流慢',
  '订单4008208820',
  'Node.js 和 Vue',
  'Net weight. 50g',
  'EU 40. CN 250',
  '晚上 10 点 vip 场',
  'a@b',
  '@客服',
  '138****1234',
])('%j leads nobody away', (text) => {
  expect(found(text)).toEqual([])
})

test.each(SOURCES)('%s can send the card that is offered instead of a contact', (source) => {
  expect(SOURCE_CAPABILITIES[source].cards).toContain(CONTACT_CARD_OFFERS[source].cardType)
})
