import { knowledgeApi } from '@ruwu/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'

/** Downloads the import template. */
export const useTemplate = () =>
  useMutation({
    mutationFn: () => call(knowledgeApi.template),
    onSuccess: ({ name, content }) =>
      keepFile(
        name,
        Uint8Array.from(atob(content), (it) => it.charCodeAt(0)),
      ),
    onError: showError,
  })

function keepFile(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const address = URL.createObjectURL(new Blob([bytes]))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the blob after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
