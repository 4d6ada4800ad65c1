import { type CallArgs, exportApi, type ExportId, type ExportItem } from '@ruwu/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { downloadFrom } from '../../api/download.ts'
import { passwordDigest } from '../../session/password-digest.ts'
import { saveBlob } from '../../stored-file/save-table.ts'
import { exportKeys } from './export.queries.ts'

function useStart<Args>(start: (args: Args) => Promise<unknown>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: start,
    onSuccess: () => cache.invalidateQueries({ queryKey: exportKeys.all }),
  })
}

export const useCreateExport = () =>
  useStart((body: CallArgs<typeof exportApi.create>['body']) => call(exportApi.create, { body }))

export const useCreateAllExport = () =>
  useStart(async (password: string) =>
    call(exportApi.createAll, { body: { password: await passwordDigest(password) } }),
  )

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
