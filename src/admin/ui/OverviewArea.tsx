export const OverviewArea = (_area: { onLost: () => Promise<void> }) => <p className="mut">Dieser Bereich folgt</p>
