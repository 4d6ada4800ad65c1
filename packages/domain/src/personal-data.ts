import type { Customer, Permission } from '@ruwu/contract'

/** Name of the row that stays after an erasure, so that figures still have a customer. */
export const ERASED_NAME = '已删除客户'

/** Larger files are listed in an export without their bytes. */
export const EXPORT_FILE_MAX_BYTES = 20 * 1024 * 1024

/** Stored platform calls are kept for at most this long; configuration can only shorten it. */
export const PLATFORM_CALL_DAYS_MAX = 30

/** Conversations whose last message is older are deleted by the nightly job. */
export const retentionCutoff = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

export const PERSONAL_DATA_TEXTS = {
  wrongName: '输入的名称与客户名称不一致',
  erased: '该客户的个人信息已删除',
  fileTooLarge: '文件超过 20 MB，未附内容',
  fileMissing: '文件已不存在',
  purged: '更早的消息已按数据保留设置删除',
} as const

/** The console offers 导出个人信息 and 删除个人信息 by it; the endpoints ask for the same permission. */
export const canHandlePersonalData = (can: (permission: Permission) => boolean): boolean =>
  can('customer:viewSensitive')

/** What has to be typed before an erasure: the name as it is shown, or the end of the id where there is none. */
export const nameToType = ({ name, remark, customerId }: Pick<Customer, 'name' | 'remark' | 'customerId'>): string =>
  (remark.trim() || name.trim() || customerId.slice(-6)).normalize('NFKC')

export const isNameTyped = (typed: string, customer: Pick<Customer, 'name' | 'remark' | 'customerId'>): boolean =>
  typed.trim().normalize('NFKC') === nameToType(customer)
