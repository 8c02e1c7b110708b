export const RevenuesArea = (_area: { onLost: () => Promise<void> }) => <p className="mut">Dieser Bereich folgt</p>
