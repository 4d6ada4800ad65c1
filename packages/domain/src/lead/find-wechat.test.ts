import { expect, test } from 'vitest'
import { findContacts } from './find-contacts.ts'

const idsOf = (text: string) =>
  findContacts(text, { source: 'redbook' })
    .filter(({ kind }) => kind === 'wechat')
    .map(({ value, state }) => `${value} ${state}`)

test.each([
  ['微信nora_2019', 'nora_2019'],
  ['微信：nora_2019', 'nora_2019'],
  ['微信号 nora-2019', 'nora-2019'],
  ['我的微信是Nora2019', 'Nora2019'],
  ['微 信 nora2019', 'nora2019'],
  ['微.信：nora2019', 'nora2019'],
  ['微-信：nora2019', 'nora2019'],
  ['微😀信：nora2019', 'nora2019'],
  ['微[微笑R]信：nora2019', 'nora2019'],
  ['微\u200b信：nora2019', 'nora2019'],
  ['微❤nora2019', 'nora2019'],
  ['微❤️ nora2019', 'nora2019'],
  ['微♥nora2019', 'nora2019'],
  ['微💗nora2019', 'nora2019'],
  ['薇nora2019', 'nora2019'],
  ['加薇 nora2019', 'nora2019'],
  ['威信nora2019', 'nora2019'],
  ['卫星nora2019', 'nora2019'],
  ['卫星号：nora2019', 'nora2019'],
  ['绿泡泡nora2019', 'nora2019'],
  ['绿泡泡搜 nora2019', 'nora2019'],
  ['vx nora2019', 'nora2019'],
  ['VX：nora2019', 'nora2019'],
  ['ＶＸ：ｎｏｒａ２０１９', 'nora2019'],
  ['Ⓥⓧ nora2019', 'nora2019'],
  ['🅥🅧 nora2019', 'nora2019'],
  ['v.x: nora2019', 'nora2019'],
  ['v-x nora2019', 'nora2019'],
  ['vxnora2019', 'nora2019'],
  ['wx:nora2019', 'nora2019'],
  ['WXnora2019', 'nora2019'],
  ['v信 nora2019', 'nora2019'],
  ['V 信：nora2019', 'nora2019'],
  ['加v nora2019', 'nora2019'],
  ['加V：nora2019', 'nora2019'],
  ['加 v nora2019', 'nora2019'],
  ['加vnora2019', 'nora2019'],
  ['加vx nora2019', 'nora2019'],
  ['加vxnora2019', 'nora2019'],
  ['加vxiaoming88', 'xiaoming88'],
  ['+v nora2019', 'nora2019'],
  ['＋v nora2019', 'nora2019'],
  ['➕v nora2019', 'nora2019'],
  ['+V❤nora2019', 'nora2019'],
  ['➕微 nora2019', 'nora2019'],
  ['加微 nora2019', 'nora2019'],
  ['加微信nora2019', 'nora2019'],
  ['加我nora2019', 'nora2019'],
  ['可以加我的号 nora2019', 'nora2019'],
  ['微信nora二零一九', 'nora2019'],
  ['微信nora①②③', 'nora123'],
  ['微信nora2019 28岁', 'nora2019'],
  ['微信nora-20-19', 'nora-20-19'],
  ['微信nora1 2 3 4', 'nora1234'],
  ['微信wx123456', 'wx123456'],
  ['微信wxid_a1b2c3d4', 'wxid_a1b2c3d4'],
  ['wxid_a1b2c3d4', 'wxid_a1b2c3d4'],
  ['微信a_____', 'a_____'],
  ['微信abcdefghijklmnopqr_9', 'abcdefghijklmnopqr_9'],
  ['微信号就是我的名字拼音啊 nora2019', 'nora2019'],
  ['微信 hi nora2019', 'nora2019'],
  ['微信 please nora_9', 'nora_9'],
  ['https://example.com/vx 加v nora2019', 'nora2019'],
  ['https://example.com/a微信nora2019', 'nora2019'],
  ['http://a.cn，vx：nora2019', 'nora2019'],
  ['http://a.cn;vx:nora2019', 'nora2019'],
  ['https://a.cn：vx nora2019', 'nora2019'],
  ['https://a.cn/x？vx nora2019', 'nora2019'],
  ['看这个https://a.cn/x加v nora2019', 'nora2019'],
  ['https://a.cn/x加微nora2019', 'nora2019'],
  ['https://a.cn/x➕v nora2019', 'nora2019'],
  ['https://a.cn/x[doge]vx nora2019', 'nora2019'],
  ['/api/attachment/s0FJQz1nYOBjUkK-vx_jK3Js-90Za7Qx加v nora2019', 'nora2019'],
])('%j gives the WeChat id %j', (text, value) => {
  expect(idsOf(text)).toEqual([`${value} VALID`])
})

test.each([
  ['微信nicole', 'nicole AMBIGUOUS'],
  ['微信：Nicole谢谢', 'Nicole AMBIGUOUS'],
  ['加我nicole', 'nicole AMBIGUOUS'],
  ['vx abcdefghijklmnopqrst', 'abcdefghijklmnopqrst AMBIGUOUS'],
  ['微信123456789', '123456789 INVALID'],
  ['微信abc12', 'abc12 INVALID'],
  ['微信9nora2019', '9nora2019 INVALID'],
  ['微信abcdefghijklmnopqrstu2019', 'abcdefghijklmnopqrstu2019 INVALID'],
])('%j gives %j', (text, expected) => {
  expect(idsOf(text)).toEqual([expected])
})

test.each([
  'nora2019',
  '我是nora_2019',
  '微信',
  '可以微信聊吗',
  '微信abc',
  '微信ok',
  '微信支付200元',
  '微信 nora2019@163.com',
  '微信打开 https://example.com',
  '微信搜 example123.com',
  '微信 https://a.cn/nora2019',
  '图在 https://example.com/api/attachment/s0-vx_FJJQz1nYOBjUkKjK3Js-90Za',
  '图在/api/attachment/s0FJQz1nYOBjUkK-vx_jK3Js-90Za7Qx',
  'www.example.com/?wx=nora2019&from=vx',
  '薇诺娜 spf50-pro',
  '蔷薇色 color-07',
  '紫薇 abc1234',
  '我是小薇 nora2019',
  '卫星地图 map-2024',
  '60W x 2 条 4000K-pro',
  '烟酰胺+vitamin',
  '加video教程',
  '稍微信号差一点 abc1234',
  'maxwx1234567',
])('%j gives no WeChat id', (text) => {
  expect(idsOf(text)).toEqual([])
})

test.each(['微信13800001234', '微信同号 138 0000 1234', 'vx：一三八零零零零一二三四', '加v13800001234'])(
  'the mobile in %j is both phone and WeChat',
  (text) => {
    const contacts = findContacts(text, { source: 'redbook' })

    expect(contacts.map(({ kind, value, state }) => [kind, value, state])).toEqual([
      ['phone', '13800001234', 'VALID'],
      ['wechat', '13800001234', 'VALID'],
    ])
    expect(contacts[0]).toMatchObject({ start: contacts[1]?.start, end: contacts[1]?.end })
  },
)

test('an id and a number after one cue are one of each', () => {
  expect(findContacts('微信nora_2019，电话13800001234').map(({ kind, value }) => [kind, value])).toEqual([
    ['wechat', 'nora_2019'],
    ['phone', '13800001234'],
  ])
})

test('the order number after a cue is neither phone nor WeChat', () => {
  expect(findContacts('微信下的订单13800001234').filter(({ state }) => state === 'VALID')).toEqual([])
})

test('an id is taken up to 12 characters after its cue, not from the 13th on', () => {
  expect(idsOf(`微信${'啊'.repeat(12)}nora2019`)).toEqual(['nora2019 VALID'])
  expect(idsOf(`微信${'😀'.repeat(12)}nora2019`)).toEqual(['nora2019 VALID'])
  expect(idsOf(`微信${'啊'.repeat(13)}nora2019`)).toEqual([])
})

test('ids are compared without case and shown as written', () => {
  expect(findContacts('微信Nora_2019')).toEqual([
    { kind: 'wechat', value: 'Nora_2019', normalised: 'nora_2019', state: 'VALID', start: 2, end: 11 },
  ])
})
