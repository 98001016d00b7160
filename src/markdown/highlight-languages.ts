import { c, clike, cpp, csharp, dart, java, kotlin, objectiveC, scala } from '@codemirror/legacy-modes/mode/clike'
import { clojure } from '@codemirror/legacy-modes/mode/clojure'
import { cmake } from '@codemirror/legacy-modes/mode/cmake'
import { css, less, sCSS } from '@codemirror/legacy-modes/mode/css'
import { diff } from '@codemirror/legacy-modes/mode/diff'
import { dockerFile } from '@codemirror/legacy-modes/mode/dockerfile'
import { elm } from '@codemirror/legacy-modes/mode/elm'
import { erlang } from '@codemirror/legacy-modes/mode/erlang'
import { go } from '@codemirror/legacy-modes/mode/go'
import { groovy } from '@codemirror/legacy-modes/mode/groovy'
import { haskell } from '@codemirror/legacy-modes/mode/haskell'
import { http } from '@codemirror/legacy-modes/mode/http'
import { javascript, json, typescript } from '@codemirror/legacy-modes/mode/javascript'
import { julia } from '@codemirror/legacy-modes/mode/julia'
import { lua } from '@codemirror/legacy-modes/mode/lua'
import { nginx } from '@codemirror/legacy-modes/mode/nginx'
import { pascal } from '@codemirror/legacy-modes/mode/pascal'
import { perl } from '@codemirror/legacy-modes/mode/perl'
import { powerShell } from '@codemirror/legacy-modes/mode/powershell'
import { properties } from '@codemirror/legacy-modes/mode/properties'
import { protobuf } from '@codemirror/legacy-modes/mode/protobuf'
import { python } from '@codemirror/legacy-modes/mode/python'
import { r } from '@codemirror/legacy-modes/mode/r'
import { ruby } from '@codemirror/legacy-modes/mode/ruby'
import { rust } from '@codemirror/legacy-modes/mode/rust'
import { sass } from '@codemirror/legacy-modes/mode/sass'
import { shell } from '@codemirror/legacy-modes/mode/shell'
import { mySQL, pgSQL, standardSQL } from '@codemirror/legacy-modes/mode/sql'
import { stex } from '@codemirror/legacy-modes/mode/stex'
import { swift } from '@codemirror/legacy-modes/mode/swift'
import { toml } from '@codemirror/legacy-modes/mode/toml'
import { vb } from '@codemirror/legacy-modes/mode/vb'
import { html, xml } from '@codemirror/legacy-modes/mode/xml'
import { yaml } from '@codemirror/legacy-modes/mode/yaml'
import type { StreamParser } from '@codemirror/streamparser'

function set(words: string): Record<string, boolean> {
  return Object.fromEntries(words.split(' ').map((word) => [word, true]))
}

/** The library has no PHP, but its language family. */
const php = clike({
  name: 'php',
  keywords: set(
    'abstract and array as break case catch class clone const continue declare default die do echo else elseif empty enddeclare ' +
      'endfor endforeach endif endswitch endwhile enum eval exit extends final finally fn for foreach from function global goto if ' +
      'implements include include_once instanceof insteadof interface isset list match namespace new or print private protected ' +
      'public readonly require require_once return static switch throw trait try unset use var while xor yield',
  ),
  atoms: set(
    'true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__',
  ),
  multiLineStrings: true,
  hooks: {
    $: (stream: { eatWhile: (letters: RegExp) => void }) => {
      stream.eatWhile(/[\w$]/)
      return 'variable'
    },
    '#': (stream: { match: (sign: string) => boolean; skipToEnd: () => void }) => {
      // An attribute is no comment.
      if (stream.match('[')) return 'meta'
      stream.skipToEnd()
      return 'comment'
    },
  },
})

/** The tokeniser of a language, and its display name. */
export type Language = { label: string; mode: StreamParser<unknown> }

const LANGUAGES = new Map<string, Language>()

function add(label: string, names: string, mode: unknown): void {
  for (const name of names.split(' ')) LANGUAGES.set(name, { label, mode: mode as StreamParser<unknown> })
}

add('C', 'c h', c)
add('C#', 'c# cs csharp', csharp)
add('C++', 'c++ cc cpp hpp', cpp)
add('Clojure', 'clj clojure', clojure)
add('CMake', 'cmake', cmake)
add('CSS', 'css', css)
add('Dart', 'dart', dart)
add('Diff', 'diff patch', diff)
add('Dockerfile', 'docker dockerfile', dockerFile)
add('Elm', 'elm', elm)
add('Erlang', 'erlang', erlang)
add('Go', 'go golang', go)
add('Groovy', 'gradle groovy', groovy)
add('Haskell', 'haskell hs', haskell)
add('HTML', 'htm html svelte vue', html)
add('HTTP', 'http', http)
add('INI', 'conf dotenv env ini properties', properties)
add('Java', 'java', java)
add('JavaScript', 'cjs javascript js jsx mjs', javascript)
add('JSON', 'json json5 jsonc', json)
add('Julia', 'jl julia', julia)
add('Kotlin', 'kotlin kt', kotlin)
add('LaTeX', 'latex tex', stex)
add('Less', 'less', less)
add('Lua', 'lua', lua)
add('nginx', 'nginx', nginx)
add('Objective-C', 'objc objective-c objectivec', objectiveC)
add('Pascal', 'delphi pascal', pascal)
add('Perl', 'perl pl', perl)
add('PHP', 'php', php)
add('PowerShell', 'powershell ps1 pwsh', powerShell)
add('Protocol Buffers', 'proto protobuf', protobuf)
add('Python', 'py python python3', python)
add('R', 'r', r)
add('Ruby', 'rb ruby', ruby)
add('Rust', 'rs rust', rust)
add('Sass', 'sass', sass)
add('Scala', 'scala', scala)
add('SCSS', 'scss', sCSS)
add('Shell', 'bash console ksh sh shell shell-session terminal zsh', shell)
add('SQL', 'sql sqlite', standardSQL)
add('SQL', 'mariadb mysql', mySQL)
add('SQL', 'pgsql plpgsql postgres postgresql', pgSQL)
add('Swift', 'swift', swift)
add('TOML', 'toml', toml)
add('TypeScript', 'mts ts tsx typescript', typescript)
add('Visual Basic', 'vb vbnet', vb)
add('XML', 'rss svg xml xsl', xml)
add('YAML', 'yaml yml', yaml)

/** The language of this name, in any common spelling. */
export function languageNamed(name: string): Language | undefined {
  return LANGUAGES.get(name.toLowerCase())
}
