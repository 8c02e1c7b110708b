import { AuditLog } from './AuditLog.tsx'

export const AuditArea = ({ onLost }: { onLost: () => Promise<void> }) => <AuditLog onLost={onLost} />
