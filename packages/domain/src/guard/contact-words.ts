import type { Source } from '../sources.ts'

/** WeChat and its look-alikes and homophones. Context-dependent ones are in contact-patterns.ts. */
export const WECHAT_WORDS: readonly string[] = [
  '微信 薇信 薇芯 薇心 溦 威芯 徽信 嶶信 葳信 巍信 某信 企微',
  '微xin 薇xin 威xin wei信 weixin wechat 绿泡泡 绿色泡泡 小绿泡 绿色聊天软件',
].flatMap((row) => row.split(' '))

export const QQ_WORDS: readonly string[] = ['扣扣号 扣扣群 加扣扣 扣扣联系 企鹅号 企鹅群 加企鹅 球球号'].flatMap(
  (row) => row.split(' '),
)

/** Names that are allowed on their own platform. */
export const OWN_PLATFORM_NAMES: Record<Source, readonly string[]> = {
  redbook: ['小红书', 'xiaohongshu', 'rednote'],
  douyin: ['抖音', 'douyin'],
}

export const OTHER_PLATFORM_NAMES: readonly string[] = [
  '淘宝 天猫 京东 拼多多 唯品会 闲鱼 得物 阿里巴巴 苏宁易购 考拉海购 微店 快团团',
  '快手 微博 知乎 哔哩哔哩 b站 视频号 公众号 今日头条 西瓜视频 火山小视频 百度贴吧',
  '美团 饿了么 大众点评 携程 飞猪 钉钉 陌陌 脸书 推特 电报群',
  'taobao tmall pinduoduo weibo zhihu bilibili kuaishou xianyu meituan dianping',
  'tiktok instagram facebook whatsapp telegram youtube twitter snapchat kakaotalk',
].flatMap((row) => row.split(' '))
