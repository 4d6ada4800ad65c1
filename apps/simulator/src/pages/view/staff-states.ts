import type { StaffView } from '../../views.ts'

export const STAFF_STATES: Record<StaffView['state'], string> = {
  asked: '待授权',
  authorised: '已授权',
  revoked: '已撤销',
}
