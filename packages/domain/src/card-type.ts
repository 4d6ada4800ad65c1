import type { CardType, LeadField } from '@ruwu/contract'

export const CARD_TYPE_LABELS: Record<CardType, string> = {
  contact: '名片',
  lead_form: '留资卡',
  landing_page: '落地页',
  note: '笔记',
  goods: '商品卡',
  service: '服务卡',
  mini_program: '小程序卡片',
}

export const LEAD_FIELD_LABELS: Record<LeadField, string> = { name: '姓名', phone: '手机号', city: '城市' }
