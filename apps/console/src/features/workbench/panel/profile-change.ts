import type { CallArgs, CustomerDetail, customerApi } from '@ruwu/contract'

/** The changed part of a profile. */
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

/** The inverse change: restores exactly the fields another change touched. */
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
