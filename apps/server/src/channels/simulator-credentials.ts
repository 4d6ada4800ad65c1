import { createHmac } from 'node:crypto'

/**
 * The application's credentials at the simulator. The secrets are derived from a key of this installation, as the simulator derives them:
 * with fixed ones every reader of the source could sign calls that a demo accepts.
 */
export function simulatorCredentials(key: string) {
  const secret = (name: string) => createHmac('sha256', key).update(name).digest('hex')
  return {
    douyin: { clientKey: 'awsim0001', clientSecret: secret('douyin client secret') },
    redbook: {
      appId: 'rbsim0001',
      appSecret: secret('redbook app secret'),
      /** 16 bytes. */
      cryptoKey: secret('redbook crypto key').slice(0, 32),
    },
    /** The simulator is on this machine and takes it any number of times. */
    redbookAuthCode: 'simulator-operator-auth-code',
  }
}
