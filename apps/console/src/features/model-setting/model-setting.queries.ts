import { modelSettingApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const modelSettingKey = ['model-setting'] as const

export const useModelSetting = () => useQuery({ queryKey: modelSettingKey, queryFn: () => call(modelSettingApi.get) })
