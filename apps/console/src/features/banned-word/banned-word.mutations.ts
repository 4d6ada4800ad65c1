import { type BannedWord, type BannedWordFields, type BannedWordId, bannedWordApi, type CallArgs } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { saveTable } from '../../stored-file/save-table.ts'
import { bannedWordKeys } from './banned-word.queries.ts'
import { texts } from './texts.ts'

/** The acting console refetches at once; the others by the event. */
export function useFreshWords() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: bannedWordKeys.all })
}

type Saved = { draft: BannedWordFields; base: BannedWord | undefined }

export const useSaveWord = () =>
  useMutation({
    mutationFn: ({ draft, base }: Saved) =>
      base?.id
        ? call(bannedWordApi.update, { body: { ...draft, id: base.id, version: base.version } })
        : call(bannedWordApi.create, { body: draft }),
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: useFreshWords(),
  })

/** The switch of a row: a built-in word by its text, an own one by its id. */
export const useEnableWord = () =>
  useMutation({
    mutationFn: ({ row, enabled }: { row: BannedWord; enabled: boolean }) =>
      row.id
        ? call(bannedWordApi.update, { body: { ...fieldsOf(row), id: row.id, version: row.version, enabled } })
        : call(bannedWordApi.enableBuiltin, { body: { word: row.word, enabled } }),
    onError: showError,
    onSettled: useFreshWords(),
  })

export const useRemoveWord = () =>
  useMutation({
    mutationFn: (id: BannedWordId) => call(bannedWordApi.remove, { query: { id } }),
    onSuccess: () => toast.success(texts.removed),
    onError: showError,
    onSettled: useFreshWords(),
  })

export const useExportWords = () =>
  useMutation({
    mutationFn: (body: CallArgs<typeof bannedWordApi.export>['body']) => call(bannedWordApi.export, { body }),
    onSuccess: saveTable,
    onError: showError,
  })

export const fieldsOf = (row: BannedWord): BannedWordFields => ({
  word: row.word,
  match: row.match,
  level: row.level,
  replaceWith: row.replaceWith,
  source: row.source,
  category: row.category,
  enabled: row.enabled,
})
