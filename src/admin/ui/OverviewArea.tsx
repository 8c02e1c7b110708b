import { AuditLog } from './AuditLog.tsx'

export const OverviewArea = ({ onLost }: { onLost: () => Promise<void> }) => (
  <>
    <p className="mut">Dieser Bereich folgt</p>
    <AuditLog onLost={onLost} />
  </>
)
