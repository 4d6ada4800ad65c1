import type { Account, LeadCard, MediaPath } from './state.ts'

type Seed = Pick<Account, 'source' | 'accountId' | 'name' | 'city' | 'avatar'> &
  Partial<Pick<Account, 'standing' | 'mainId' | 'adSpend'>>

/** Ids stay the same whatever the seed, so that a server keeps the accounts it has opened. All names are invented. */
// oxfmt-ignore
const SEEDS: readonly Seed[] = [
  { source: 'douyin', accountId: '6b1f2a8e-3c55-4a0d-9b7e-1d2c3b4a5f60', name: '云杉家居', city: '成都', avatar: 'asset/shop-spruce.png' },
  { source: 'douyin', accountId: '2d9c7e41-80aa-4f13-9c26-7a5be0d4f318', name: '南屿全屋定制', city: '杭州', avatar: 'asset/shop-isle.png' },
  { source: 'douyin', accountId: '91e0b7d3-5f42-4c68-9a1d-0c8f63ae2b57', name: '阿满的木工坊', city: '佛山', avatar: 'asset/shop-plane.png', standing: 'uncertified' },
  { source: 'douyin', accountId: 'c47a1f90-6e2b-4d35-9f84-b3d2a7c61e09', name: '青禾软装', city: '苏州', avatar: 'asset/shop-grain.png', standing: 'bound_elsewhere' },
  { source: 'redbook', accountId: '60aa41c7d2e9f0835b16c4b7', name: '云杉家居旗舰店', city: '成都', avatar: 'asset/shop-spruce.png' },
  { source: 'redbook', accountId: '60b8e35a917c4df2068a3d51', name: '拾光整装设计', city: '长沙', avatar: 'asset/shop-light.png' },
  { source: 'redbook', accountId: '61c05d8a3b7e42f9160d8e71', name: '拾光·设计师阿宁', city: '长沙', avatar: 'asset/staff-ning.png', mainId: '60b8e35a917c4df2068a3d51' },
  { source: 'redbook', accountId: '61c05d8a3b7e42f9160d8e72', name: '拾光·设计师老陶', city: '长沙', avatar: 'asset/staff-tao.png', mainId: '60b8e35a917c4df2068a3d51' },
  { source: 'redbook', accountId: '61c05d8a3b7e42f9160d8e73', name: '拾光·家居顾问小禾', city: '长沙', avatar: 'asset/staff-he.png', mainId: '60b8e35a917c4df2068a3d51' },
  { source: 'redbook', accountId: '62f7a90c1be4d358702f9c64', name: '阿满的小店', city: '佛山', avatar: 'asset/shop-plane.png', standing: 'uncertified', adSpend: 0 },
  { source: 'redbook', accountId: '63d14be8702a9fc5e3610b8d', name: '青禾软装搭配', city: '苏州', avatar: 'asset/shop-grain.png', standing: 'bound_elsewhere' },
  // Free beside the demo: for an enterprise of one's own.
  { source: 'redbook', accountId: '64e92b70d8c15fa3076b1d28', name: '青山木业官方号', city: '长沙', avatar: 'asset/shop-plane.png' },
  { source: 'douyin', accountId: '5f3a8c12-7d4e-4b96-8a05-e61c9d20f7b3', name: '青山木业', city: '长沙', avatar: 'asset/shop-plane.png' },
]

const AD_SPEND_YUAN = 12_800

/** A lead card that a merchant of douyin already has. */
const LEAD_CARD: LeadCard = {
  cardId: '@oqMJ2eDGPH4zlrtuAbnwqsPIYMCt2GXE0zPTBPjxSHVZCM8fT7BhQy3xkWdUu1vKoGN5mRs9eLa6cXpFgHij==',
  title: '免费量尺',
  mediaId: '@mB6Wf0Yy3kUeHt7RzQpLxVn2JcGs9DaK4oTiEj1NwXbCvMlPu8hSgFqOrZ5dAyI6tRkBnUeWxQs3VfHcLmGp==',
  components: [1, 2, 3],
  status: 1,
}
export const SEED_IMAGES: Readonly<Record<string, MediaPath>> = { [LEAD_CARD.mediaId]: 'asset/plan.png' }

export function seedAccounts(): Account[] {
  return SEEDS.map((seed) => newAccount(seed))
}

export function newAccount(seed: Seed): Account {
  return {
    standing: 'certified',
    mainId: null,
    staffState: seed.mainId ? 'authorised' : null,
    adSpend: AD_SPEND_YUAN,
    isAutoReplyOn: false,
    isBanned: false,
    authorisation: null,
    cards: seed.source === 'douyin' && seed.standing !== 'uncertified' ? [{ ...LEAD_CARD }] : [],
    ...seed,
  }
}
