import { Link, useNavigate } from 'react-router'
import { useOnOpening } from './OnOpening.tsx'

/** Shown instead of a page for signed-in users: leads to the home page's sign-in, which returns to `path`. */
export function SignInFirst({ title, path }: { title: string; path: string }) {
  const navigate = useNavigate()
  useOnOpening(() => navigate('/', { replace: true, state: { showLogin: true, redirectTo: path } }))
  return (
    <div className="stack">
      <h1>{title}</h1>
      <p>
        Bitte <Link to="/auth">melden Sie sich an</Link>.
      </p>
    </div>
  )
}
