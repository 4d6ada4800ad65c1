import { PhraseTrie } from './phrase-trie.ts'
import type { Span } from './text-copy.ts'

/** Exceptions: everyday words that contain a word for WeChat, QQ or another platform. */
const EVERYDAY_PHRASES: readonly string[] = [
  // 薇: flowers, names, brands
  '蔷薇 紫薇 采薇 白薇 薇菜 小薇 薇薇 薇诺娜 薇娅 薇姐 薇拉',
  // 卫星, 威信, 某信
  '卫星地图 卫星图 卫星云图 卫星城 卫星电视 卫星电话 卫星频道 卫星导航 卫星定位',
  '卫星通信 卫星通话 卫星信号 卫星天线 卫星灯 卫星厅 卫星店 卫星路 通信卫星 通讯卫星',
  '人造卫星 气象卫星 北斗卫星 威信县 威信力 威信扫地 树立威信 很有威信 某信用 某信息 安徽信',
  // 微 ends one word, 信 begins the next
  '稍微信 略微信 轻微信 细微信 国企微 外企微 名企微',
  // 加 before a word with 微
  '微波 微量 微晶 微针 微课 微调 微创 微型 微弱 微妙 微笑 微整 微粒 微电流',
  '微水泥 微雕 微单 微甜 微辣 微糖 微胖 微卷 微酸 微喷 微雨 微光 微发泡',
  // v and q
  'v领 v脸 v字 v型 v形 v口 v线 q弹 qq糖 qq软 qq滑 qq糯 qq肠 qq麻薯',
  '口感qq 吃起来qq 嚼起来qq',
  // a platform's name across the edge of two words, or as part of a longer one
  '北京东 南京东 东京东 京东方屏 京东方面板 淘宝贝 今天猫 明天猫 昨天猫 每天猫 几天猫',
  '一天猫 两天猫 夏天猫 冬天猫 天猫咪 天猫粮 天猫砂 天猫眼 休闲鱼 便携程 脸书卷',
  '快手菜 快手饭 快手早餐 快手便当 快手料理 快手汤 快手面 快手快脚 快手术 快手机 快手工',
  '很快手 尽快手 赶快手 加快手 推特价 推特色 推特别 推特惠 推特产 板钉钉 上钉钉 钉钉子',
  '医美团 完美团 精美团 健美团 北美团 美团队 美团建 美团圆 美团聚 美团扇 美团员 美团体',
  '获得物 取得物 所得物 觉得物 使得物 显得物 得物超 得物品 得物理 得物流 得物业 得物美',
  '得物件 得物有 视频号码 公众号召 闲鱼塘 b站点 b站台 b站口',
].flatMap((row) => row.split(' '))

const TRIE = new PhraseTrie(EVERYDAY_PHRASES.map((phrase) => [phrase, phrase]))

/** Spans of everyday words in a lower-case text. */
export function everydaySpans(text: string): Span[] {
  return TRIE.findAll(text)
}
