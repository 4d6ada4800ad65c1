import {
  customerApi,
  type CustomerField,
  type CustomerId,
  type CustomerSetting,
  customerSettingApi,
  type CustomerSettingFields,
  type FieldId,
  type FieldRules,
  type NewField,
} from '@ruwu/contract'
import { showsInList } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { texts } from './texts.ts'

export const customerSettingKeys = {
  all: ['customer-setting'] as const,
  fields: ['customer-setting', 'fields'] as const,
  setting: ['customer-setting', 'setting'] as const,
  blacklist: ['customer-setting', 'blacklist'] as const,
}

const fieldOptions = {
  queryKey: customerSettingKeys.fields,
  queryFn: () => call(customerSettingApi.listFields),
  staleTime: 5 * 60_000,
}

const enabledFields = (fields: CustomerField[]) =>
  fields.filter((field) => field.enabled).toSorted((a, b) => a.position - b.position)

/** The enabled customer fields of the enterprise, in order. */
export const useCustomerFields = () => useQuery({ ...fieldOptions, select: enabledFields })

const NO_FIELDS: CustomerField[] = []
const fieldsInList = (fields: CustomerField[]) => enabledFields(fields).filter(showsInList)

/** The fields whose values the customer list shows, in order; empty while loading. */
export const useListFields = (): CustomerField[] =>
  useQuery({ ...fieldOptions, select: fieldsInList }).data ?? NO_FIELDS

/** All of them, for the settings page. */
export const useAllFields = () => useQuery(fieldOptions)

const readSetting = () => call(customerSettingApi.get)

/** Stages, reasons and rules of the enterprise. */
export const useCustomerSetting = () =>
  useQuery({ queryKey: customerSettingKeys.setting, queryFn: readSetting, staleTime: 5 * 60_000 })

export function useSaveCustomerSetting() {
  const cache = useQueryClient()
  const save = useMutation({
    mutationFn: (body: CustomerSettingFields & { version: number }) => call(customerSettingApi.update, { body }),
    onSuccess: (saved) => cache.setQueryData<CustomerSetting>(customerSettingKeys.setting, saved),
  })
  const readLatest = () =>
    cache.fetchQuery({ queryKey: customerSettingKeys.setting, queryFn: readSetting, staleTime: 0 })
  return { save, readLatest }
}

type FieldEdit = { base: CustomerField | undefined; draft: NewField }

/** Creates a field, or changes everything but its type. */
export function useSaveField() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ base, draft }: FieldEdit) => {
      if (!base) return call(customerSettingApi.createField, { body: draft })
      const { type: _fixed, ...rules } = draft
      return call(customerSettingApi.updateField, { body: { ...rules, id: base.id, version: base.version } })
    },
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: () => cache.invalidateQueries({ queryKey: customerSettingKeys.fields }),
  })
}

export const rulesOf = ({
  name,
  options,
  required,
  inList,
  sensitive,
  aiFill,
  enabled,
}: CustomerField): FieldRules => ({
  name,
  options,
  required,
  inList,
  sensitive,
  aiFill,
  enabled,
})

export function useEnableField() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ field, enabled }: { field: CustomerField; enabled: boolean }) =>
      call(customerSettingApi.updateField, {
        body: { ...rulesOf(field), enabled, id: field.id, version: field.version },
      }),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: customerSettingKeys.fields }),
  })
}

export function useMoveField() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, to }: { id: FieldId; to: number }) =>
      call(customerSettingApi.moveField, { body: { id, targetPosition: to } }),
    onSuccess: (fields) => cache.setQueryData<CustomerField[]>(customerSettingKeys.fields, fields),
    onError: showError,
  })
}

export const useBlacklist = () =>
  useInfiniteQuery({
    queryKey: customerSettingKeys.blacklist,
    queryFn: ({ pageParam }) => call(customerApi.listBlocked, { body: { cursor: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

export function useUnblock() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ customerId }: { customerId: CustomerId; name: string }) =>
      call(customerApi.block, { body: { customerId, block: false } }),
    onSuccess: (_, { name }) => toast.success(texts.unblocked(name)),
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: customerSettingKeys.blacklist }),
  })
}
