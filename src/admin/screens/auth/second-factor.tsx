import { SecondFactorForm, OtherWay } from '../../parts/second-factor/second-factor-form.tsx'
import { useAuth } from '../../shell/auth-context.tsx'
import { useDocumentTitle } from '../../ui/page.tsx'
import { toastDone } from '../../ui/toast.tsx'

/** `/auth` while the second factor is due: after the password, and on a later visit (RUL-11). */
export function SecondFactor({ email }: { email: string }) {
  const { session } = useAuth()
  useDocumentTitle('Anmeldung bestätigen')
  return (
    <section aria-labelledby="auth-title">
      <h1 id="auth-title" className="mb-2 text-[24px]/8 font-semibold tracking-[-0.018em]">
        Anmeldung bestätigen
      </h1>
      <p className="mb-4 text-s wrap-anywhere text-fg-2">{email}</p>
      <SecondFactorForm
        client={session.client}
        size={40}
        onDone={() => toastDone('Erfolgreich angemeldet', { id: 'auth' })}
        leave={<OtherWay onClick={() => void session.signOut()}>Mit einem anderen Konto anmelden</OtherWay>}
      />
    </section>
  )
}
