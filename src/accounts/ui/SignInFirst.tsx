import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#src/web/parts/Link.tsx'

/** Instead of a page for signed-in people: the home page's sign-in, which comes back to it. */
export function SignInFirst({ title, path }: { title: string; path: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const turn = setTimeout(() => void navigate('/', { replace: true, state: { showLogin: true, redirectTo: path } }))
    return () => clearTimeout(turn)
  }, [navigate, path])
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p>
        Bitte <Link to="/auth">melden Sie sich an</Link>.
      </p>
    </div>
  )
}
