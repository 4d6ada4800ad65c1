import type { CallArgs, CustomerDetail, customerApi } from '@ruwu/contract'

/** What of a customer's profile changes; the rest stays. */
export type ProfileChange = Omit<CallArgs<typeof customerApi.update>['body'], 'customerId'>

export function withProfile(
  detail: CustomerDetail,
  { remark, city, country, stageId, fields }: ProfileChange,
): CustomerDetail {
  return {
    ...detail,
    ...(remark !== undefined && { remark }),
    ...(city !== undefined && { city }),
    ...(country !== undefined && { country }),
    ...(stageId !== undefined && { stageId }),
    ...(fields && { fields: { ...detail.fields, ...fields } }),
  }
}

/** The change that puts back what another one has changed, and nothing else. */
export function undoOf(before: CustomerDetail, change: ProfileChange): ProfileChange {
  const fieldIds = Object.keys(change.fields ?? {}) as (keyof NonNullable<ProfileChange['fields']>)[]
  return {
    ...(change.remark !== undefined && { remark: before.remark }),
    ...(change.city !== undefined && { city: before.city }),
    ...(change.country !== undefined && { country: before.country }),
    ...(change.stageId !== undefined && { stageId: before.stageId }),
    ...(change.fields && { fields: Object.fromEntries(fieldIds.map((id) => [id, before.fields[id] ?? ''])) }),
  }
}
