import type { CardKind, PostView } from '../../../views.ts'

export const CARD_NAMES: Record<CardKind, string> = {
  contact: '名片',
  lead_form: '留资卡',
  landing_page: '落地页',
  note: '笔记',
  goods: '商品',
  service: '服务',
}

export const POST_KINDS: Record<PostView['kind'], string> = { note: '笔记', video: '视频' }

export const texts = {
  thread: '会话内容',
  picture: '图片',
  video: '视频',
  playVoice: '播放语音',
  youRecalled: '你撤回了一条消息',
  otherRecalled: '对方撤回了一条消息',
  recall: '撤回',
  read: '已读',
  fill: '填写',
  submitted: '已提交',
  openContact: '查看名片',
  copied: '已复制微信号',
  waiting: '待客户填写',
  fromWorkbench: '客服工作台',
  fromApp: '商家 App',
} as const
