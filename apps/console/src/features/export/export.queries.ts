import { exportApi } from '@ruwu/contract'
import { isExportUnderWay } from '@ruwu/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Paging } from '../../list/url-query.ts'

export const exportKeys = { all: ['export'] as const }

const PROGRESS_MS = 1_000

/** Events tell of the end only; the progress of those under way is asked for. */
export const useExports = (paging: Paging) =>
  useQuery({
    queryKey: [...exportKeys.all, paging],
    queryFn: () => call(exportApi.list, { body: paging }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ status }) => isExportUnderWay(status)) ? PROGRESS_MS : false,
  })
