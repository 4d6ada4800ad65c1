import { type CustomerSetting, customerSettingApi, type CustomerSettingFields } from '@ruwu/contract'
import type { Person } from './person.ts'

/** The form of the customer settings as it would be sent unchanged. */
export function customerSettingForm(setting: CustomerSetting): CustomerSettingFields & { version: number } {
  const { stages, ...rest } = setting
  return { ...rest, stages: stages.map(({ id, name, color }) => ({ id, name, color })) }
}

export const saveCustomerSetting = async (person: Person, change: Partial<CustomerSettingFields>) =>
  person.call(customerSettingApi.update, {
    body: { ...customerSettingForm(await person.call(customerSettingApi.get, {})), ...change },
  })
