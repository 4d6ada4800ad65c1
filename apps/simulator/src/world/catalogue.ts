import type { CardKind, PostView, Source } from '../views.ts'
import type { Ad, MediaPath } from './state.ts'

export type Post = Omit<PostView, 'coverUrl' | 'authorName'> & { cover: MediaPath }

/** What every seeded merchant has published. Ids are stable; douyin's are opaque and long, as on the platform. */
// oxfmt-ignore
const NOTES: readonly Post[] = [
  { postId: '66f0a1b2c3d4e5f601230001', kind: 'note', title: '奶油风衣柜，小户型也能装下四季', cover: 'asset/wardrobe.png' },
  { postId: '66f0a1b2c3d4e5f601230002', kind: 'note', title: '交付实拍：89 平三口之家', cover: 'asset/living-room.png' },
  { postId: '66f0a1b2c3d4e5f601230003', kind: 'note', title: '厨房收纳的七个细节', cover: 'asset/kitchen.png' },
]

// oxfmt-ignore
const VIDEOS: readonly Post[] = [
  { postId: '@nTnDOPxbohc1anlU9wEKxqSDuQJXRCZzPmEmeYpvWI2MTaiZ8siTcuE4Bn7Q/CgdBLfnMMtV9HowKkUVrhmy==', kind: 'video', title: '一面墙的衣柜怎么做到顶', cover: 'asset/wardrobe.png' },
  { postId: '@7KmRZpe1W3gtLNH2a5O8X6+42DsuJcVVbQwEoTy9fMrk4x0jBhUdP1sLiGn7vCq5A==', kind: 'video', title: '客厅不装吊顶也好看', cover: 'asset/living-room.png' },
  { postId: '@4HdWYsn8C6bkTRF7e3U1M9+58QvxAoJJzGhKiPl2wNyt5q6cEfXaB9uDmSr0jVk3L==', kind: 'video', title: '橱柜台面选哪一种', cover: 'asset/kitchen.png' },
]

const ADS: Record<Source, readonly Ad[]> = {
  douyin: [
    { adId: '7430000000000090011', name: '双十一衣柜', postId: VIDEOS[0]?.postId ?? null },
    { adId: '7430000000000090027', name: '全屋定制到店礼', postId: null },
  ],
  redbook: [
    { adId: '318800451', name: '奶油风种草', postId: NOTES[0]?.postId ?? null },
    { adId: '318800467', name: '整装到店', postId: NOTES[1]?.postId ?? null },
  ],
}

type Material = {
  materialId: string
  cardType: CardKind
  title: string
  cover: MediaPath
  labels: string[]
  wechat: string | null
  /** 1 usable, 2 under review, 3 refused. */
  status: 1 | 2 | 3
}

/** Cards of redbook are made on the platform; the interface only lists them. */
// oxfmt-ignore
export const MATERIALS: readonly Material[] = [
  { materialId: 'mat-contact-1', cardType: 'contact', title: '云杉家居 · 家居顾问', cover: 'asset/staff-ning.png', labels: [], wechat: 'ys-home-001', status: 1 },
  { materialId: 'mat-contact-2', cardType: 'contact', title: '拾光整装 · 设计顾问', cover: 'asset/staff-tao.png', labels: [], wechat: 'sg-design-01', status: 3 },
  { materialId: 'mat-lead-1', cardType: 'lead_form', title: '免费上门量尺', cover: 'asset/wardrobe.png', labels: ['姓名', '手机号', '城市'], wechat: null, status: 1 },
  { materialId: 'mat-lead-2', cardType: 'lead_form', title: '免费设计一套方案', cover: 'asset/living-room.png', labels: ['姓名', '手机号'], wechat: null, status: 1 },
  { materialId: 'mat-lead-3', cardType: 'lead_form', title: '秋季装修节报名', cover: 'asset/kitchen.png', labels: ['手机号'], wechat: null, status: 2 },
  { materialId: 'mat-page-1', cardType: 'landing_page', title: '整装方案一览', cover: 'asset/plan.png', labels: [], wechat: null, status: 1 },
  { materialId: 'mat-page-2', cardType: 'landing_page', title: '门店地址与预约', cover: 'asset/shop-front.png', labels: [], wechat: null, status: 1 },
  { materialId: 'mat-goods-1', cardType: 'goods', title: '一门到顶衣柜', cover: 'asset/wardrobe.png', labels: [], wechat: null, status: 1 },
  { materialId: 'mat-service-1', cardType: 'service', title: '上门量尺服务', cover: 'asset/plan.png', labels: [], wechat: null, status: 1 },
]

/** Labels of a douyin lead card by component number. */
export const CARD_COMPONENTS: Readonly<Record<number, string>> = { 1: '姓名', 2: '手机号', 3: '城市' }

export const postsOf = (source: Source): readonly Post[] => (source === 'douyin' ? VIDEOS : NOTES)
export const adsOf = (source: Source): readonly Ad[] => ADS[source]
export const findPost = (source: Source, postId: string): Post | undefined =>
  postsOf(source).find((post) => post.postId === postId)
export const findMaterial = (materialId: string): Material | undefined =>
  MATERIALS.find((material) => material.materialId === materialId)
