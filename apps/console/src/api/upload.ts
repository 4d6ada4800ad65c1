import { endSessionOf } from '../session/session-end.ts'
import { callChatService, hostAddress, token } from './chat-service.ts'
import { ServiceError, SessionEnded } from './errors.ts'

/** Stores a file and returns its address. Private files are readable by agents of the enterprise only. */
export const upload = async (file: File, isPrivate: boolean): Promise<string> =>
  (await callChatService((service) => service.upload({ file, fileName: file.name, isPrivate }))).path

/** The content of a stored file, private ones included. */
export async function download(path: string): Promise<Blob> {
  const asked = token()
  const response = await fetch(hostAddress(path), { headers: { authorization: `Bearer ${asked ?? ''}` } })
  if (response.status === 401) {
    endSessionOf(asked, 'expired')
    throw new SessionEnded()
  }
  if (!response.ok) throw new ServiceError()
  return response.blob()
}
