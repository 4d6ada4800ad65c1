export const TAGS_MAX = 200
export const TAGS_PER_CUSTOMER_MAX = 20

export const TAG_TEXTS = {
  tooMany: `最多创建 ${TAGS_MAX} 个标签`,
  tooManyOnCustomer: `每位客户最多 ${TAGS_PER_CUSTOMER_MAX} 个标签`,
  nameTaken: '标签名称已存在',
  systemTag: '系统标签由系统自动维护',
} as const
