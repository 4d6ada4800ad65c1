import type { UntilStep } from '../scripts/script.ts'

/** What a merchant typed in the app in times past. */
const REPLIES = [
  '您好，在的，请问您家是新房还是旧房呢？',
  '这款按投影面积算，柜体和门板不同价格也不同',
  '可以的，方便说下您家的户型和面积吗？',
  '您好，这边可以先给您出一版初步方案',
  '周末可以到店看样品，也可以预约上门量尺',
]
const HANDOVER_REPLIES = ['您好，我是家居顾问小禾，刚才让您久等了', '您好，我是人工客服，这边马上帮您处理']

export const replyTextsFor = (until: UntilStep['until']): readonly string[] =>
  until === 'handover' ? HANDOVER_REPLIES : REPLIES
