import { type CallArgs, exportApi, type ExportId, type ExportItem } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { downloadFrom } from '../../api/download.ts'
import { saveBlob } from '../../stored-file/save-table.ts'
import { exportKeys } from './export.queries.ts'

export function useCreateExport() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof exportApi.create>['body']) => call(exportApi.create, { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: exportKeys.all }),
  })
}

export function useRetryExport() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (exportId: ExportId) => call(exportApi.retry, { body: { exportId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: exportKeys.all }),
  })
}

export const useDownloadExport = () =>
  useMutation({
    mutationFn: async ({ exportId, fileName }: ExportItem) =>
      saveBlob(await downloadFrom(exportApi.download, { exportId }), fileName),
  })
