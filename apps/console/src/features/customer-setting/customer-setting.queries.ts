import { customerSettingApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The enabled customer fields of the enterprise, in order. */
export const useCustomerFields = () =>
  useQuery({
    queryKey: ['customer-setting', 'fields'],
    queryFn: async () => {
      const fields = await call(customerSettingApi.listFields)
      return fields.filter((field) => field.enabled).toSorted((a, b) => a.position - b.position)
    },
    staleTime: 5 * 60_000,
  })

/** Stages, reasons and rules of the enterprise. */
export const useCustomerSetting = () =>
  useQuery({
    queryKey: ['customer-setting', 'setting'],
    queryFn: () => call(customerSettingApi.get),
    staleTime: 5 * 60_000,
  })
