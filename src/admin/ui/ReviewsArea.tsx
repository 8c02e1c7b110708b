export const ReviewsArea = (_area: { onLost: () => Promise<void> }) => <p className="mut">Dieser Bereich folgt</p>
