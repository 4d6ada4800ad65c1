import { modelSettingApi, type ModelSetting } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const modelSettingKey = ['model-setting'] as const

const setting = { queryKey: modelSettingKey, queryFn: () => call(modelSettingApi.get) }
const POLL_MS = 5_000

export const useModelSetting = () => useQuery(setting)

const isIndexing = (kept: ModelSetting | undefined) => !!kept?.vectors && kept.vectors.ready < kept.vectors.total

/** Embedding progress, polled while entries are missing. */
export const useVectors = () =>
  useQuery({ ...setting, refetchInterval: ({ state }) => (isIndexing(state.data) ? POLL_MS : false) }).data?.vectors
