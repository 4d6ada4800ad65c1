import type { Dict, DictType, EntId, Enterprise, EnterpriseEvent, Permission } from '@ruwu/contract'
import { allPermissions } from './permissions.ts'

/** A value is stored; its label is shown. Values never change their meaning. */
export const DICTIONARIES: Record<DictType, Readonly<Record<string, string>>> = {
  industry: {
    home: '家居家装',
    property: '房产',
    education: '教育培训',
    beauty: '美妆护肤',
    medical_beauty: '医疗美容',
    health: '医疗健康',
    wedding: '婚庆摄影',
    catering: '餐饮',
    travel: '旅游酒店',
    apparel: '服饰箱包',
    mother_baby: '母婴亲子',
    auto: '汽车',
    electronics: '数码家电',
    finance: '金融保险',
    legal: '法律咨询',
    business: '企业服务',
    local_life: '本地生活',
    other: '其它',
  },
  scale: {
    up_to_20: '20 人以下',
    up_to_50: '20–50 人',
    up_to_100: '50–100 人',
    up_to_500: '100–500 人',
    up_to_1000: '500–1000 人',
    over_1000: '1000 人以上',
  },
  region: {
    bj: '北京',
    tj: '天津',
    he: '河北',
    sx: '山西',
    nm: '内蒙古',
    ln: '辽宁',
    jl: '吉林',
    hl: '黑龙江',
    sh: '上海',
    js: '江苏',
    zj: '浙江',
    ah: '安徽',
    fj: '福建',
    jx: '江西',
    sd: '山东',
    ha: '河南',
    hb: '湖北',
    hn: '湖南',
    gd: '广东',
    gx: '广西',
    hi: '海南',
    cq: '重庆',
    sc: '四川',
    gz: '贵州',
    yn: '云南',
    xz: '西藏',
    sn: '陕西',
    gs: '甘肃',
    qh: '青海',
    nx: '宁夏',
    xj: '新疆',
    hk: '香港',
    mo: '澳门',
    tw: '台湾',
    abroad: '海外',
  },
}

export const readDict = (type: DictType): Dict => ({
  type,
  items: Object.entries(DICTIONARIES[type]).map(([value, label]) => ({ value, label })),
})

/** Empty means not chosen. */
export const isDictValue = (type: DictType, value: string): boolean =>
  value === '' || Object.hasOwn(DICTIONARIES[type], value)

/** Offered in the form; any other IANA zone that an enterprise already has stays selectable. */
export const TIME_ZONE_LABELS: Readonly<Record<string, string>> = {
  'Asia/Shanghai': '北京',
  'Asia/Urumqi': '乌鲁木齐',
  'Asia/Hong_Kong': '香港',
  'Asia/Taipei': '台北',
  'Asia/Singapore': '新加坡',
  'Asia/Bangkok': '曼谷',
  'Asia/Tokyo': '东京',
  'Asia/Dubai': '迪拜',
  'Europe/London': '伦敦',
  'Europe/Berlin': '柏林',
  'America/New_York': '纽约',
  'America/Los_Angeles': '洛杉矶',
  'Australia/Sydney': '悉尼',
  UTC: '协调世界时',
}

/** Text of the watermark: the agent's name and the last 4 digits of the telephone, which is masked except for those. */
export const watermarkText = ({ name, telephone }: { name: string; telephone: string }): string =>
  `${name} ${telephone.slice(-4)}`

/** 注销企业 can be undone for this long. */
export const CLOSE_AFTER_MS = 7 * 86_400_000

/** Name of the row that stays for the ledger. */
export const CLOSED_NAME = '已注销企业'

/** Said to everybody of an enterprise that the operator has suspended. */
export const SUSPENDED_TEXT = '企业已暂停使用，请联系服务商'

export const CLOSE_TEXTS = {
  wrongName: '输入的名称与企业名称不一致',
  isClosing: '企业已在注销中',
  isKept: '企业没有在注销',
  onlyAdmin: '仅管理员可以注销企业',
  demo: '演示企业不能注销',
} as const

/** The demo's enterprise. Constant, so that a later start finds the one of the first. */
export const DEMO_ENT_ID = '019a0000000070008000000000000001' as EntId

/** 管理员 alone: who has every permission. The console shows 危险区 by it, the server refuses by it. */
export const canCloseEnterprise = (can: (permission: Permission) => boolean): boolean => allPermissions().every(can)

/** Events may arrive late: an older version changes nothing. */
export const applyEnterpriseEvent = (shown: Enterprise, { enterprise }: EnterpriseEvent): Enterprise =>
  enterprise.version > shown.version ? enterprise : shown
