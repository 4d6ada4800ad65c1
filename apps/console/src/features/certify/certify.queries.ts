import { certifyApi } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const certifyKeys = {
  all: ['certify'] as const,
  info: ['certify', 'info'] as const,
  form: ['certify', 'form'] as const,
}

export const useCertifyInfo = () => useQuery({ queryKey: certifyKeys.info, queryFn: () => call(certifyApi.info) })

/** The latest submission; the request needs enterprise:settingsEdit. */
export const useSubmittedForm = (isWanted: boolean) =>
  useQuery({ queryKey: certifyKeys.form, queryFn: () => call(certifyApi.form), enabled: isWanted })
