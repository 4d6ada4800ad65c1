import { z } from 'zod'

/** Platforms that customers write from. */
export const SOURCES = ['redbook', 'douyin'] as const
export const Source = z.enum(SOURCES)
export type Source = z.infer<typeof Source>

/** Kinds of platform cards: 名片, 留资卡, 落地页, 笔记, 商品, 服务, 小程序. */
export const CARD_TYPES = ['contact', 'lead_form', 'landing_page', 'note', 'goods', 'service', 'mini_program'] as const
export const CardType = z.enum(CARD_TYPES)
export type CardType = z.infer<typeof CardType>
