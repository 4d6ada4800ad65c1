import { QRCode } from 'antd'

/** Dark on light in both themes: cameras expect it. Its figure has the name. Apart, because antd is not part of /login. */
export const TotpQr = ({ uri }: { uri: string }) => (
  <QRCode value={uri} size={176} color="#000" bgColor="#fff" bordered={false} type="svg" aria-hidden="true" />
)
