import { type BuiltinWord, wordsOf } from './builtin-word.ts'

/** Leading customers off the platform, which the platforms punish. Names and numbers are the contact check's matter. */
export const DIVERSION_WORDS: readonly BuiltinWord[] = [
  ...wordsOf(
    '加好友 加个好友 加我好友 加下好友 加客服号 加客服好友 加顾问好友 加店长好友 加老师好友 加小助手好友 添加好友',
  ),
  ...wordsOf(
    '加我聊 加我咨询 加我了解 加我领取 加我私聊 私聊加我 私信加我 拉你进群 拉您进群 进群领 入群领 进粉丝群 加粉丝群',
  ),
  ...wordsOf(
    '进福利群 进交流群 加入群聊 加群聊 加群号 扫码进群 扫码加我 扫码加群 扫码加好友 扫码添加 扫一扫加我 扫一扫添加',
  ),
  ...wordsOf('扫二维码加 扫二维码添加 扫二维码进群 长按识别 看头像二维码'),
  ...wordsOf('站外交易 站外联系 站外沟通 站外下单 脱离平台 平台外交易 不走平台 绕过平台 绕开平台 跳过平台 避开平台'),
  ...wordsOf(
    '私下交易 私下转账 私下付款 私下联系 私下聊 线下转账 线下付款更便宜 直接转账 转账给我 支付宝转账 银行卡转账',
  ),
  ...wordsOf('发您收款码 发你收款码 扫收款码 换个软件聊 换个平台聊 别的软件聊 其他平台搜 别的平台搜 隔壁平台'),
  ...wordsOf('主页有联系 主页加我 头像加我 看我头像 看我签名 看我简介 简介有联系 签名有联系 评论区置顶联系 见主页联系'),
  ...wordsOf(
    '淘口令 复制口令 复制链接打开 复制打开 浏览器打开 好评返现 五星返现 晒图返现 刷单返 刷单兼职 做刷单 刷好评 刷销量',
  ),
  ...wordsOf('互粉互赞 买粉丝 招代理 招募代理 招下线 发展下线 拉人头'),
]
