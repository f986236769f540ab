# bulls-4x10-any, decision tree 26254:7:88: 5040 secrets, at most 7 guesses,
# 5.2091 on average, total proved least. Verified: every secret was sent down the tree.
# Made by: treegen solve bulls-4x10-any --objective total --guesses all --max-depth none
# Licence: 0BSD. Use it anywhere, for anything; no notice needed.
# Speaks codeforces-753: asks '{guess}', reads '{bulls} {cows}'.
import os
import sys

LABELS = "00", "01", "02", "03", "04", "10", "11", "12", "13", "20", "21", "22", "30", "40",
WINNING, POSITIONS, SYMBOLS = 13, 4, "0123456789"
GUESS_BITS, LABEL_BITS = 14, 4
# Nodes breadth first: a bit (it has children) and the guess as a number. With children, a one and the number of the
# label that can come beside the winning one, or a zero and a bit for each label. 32 bits are five digits in base 85.
DIGITS = "!#()*+,-./0123456789:;=>@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~"
TEXT = (
    "QN5)ITjF5}dSiK}KZX957R{vhL)HJL*}LTigf4uTNH=0l=+^56Q#[F(p96-Y3S7{KT]X+wa)mO}aC+=wX.QCR9GFvPue@EZ47Y@m!0yV[Q2:7t*13JtQ1bMtq:nxJN1a^^20SD0{epWVzt)I*]BTa^e/_td7V_J#h/Lon7V_8jy1r>x1XP^[w1TR3ZhI>Z(hsS1q}n*Q|:k:tp:I+DSBO[]k;fWE]IAXGWlnaJB@Gawk8/{KW.oX~CkO4GrZJQzs6sYpVtWbo!z*6:!W,BcTJf)o0GYvrRWn8UNX2Qtq}oII.oE_{{n*uOzG]:~ym]ad1tysEY(njC87Q5DGWpaLzcKxcv(+YacHj!IUImWP@nSzZ.ws}8DLnRr1yEAc{6Y4>GS.[X4#0Qh82[0+YNMrp#7M6QYN0ynNH@Gyvd;XvLco1}@=j:N4pcu4-ihPr;poSkb_Bl:g~D6w;j-bfn]].FqPucsEN,#xI;##_=_6.o)2_e*.UbYmVs-v>U{^/Mkp0fkWPsb-=_uU[1P*Aq5Oy!GhFyWv+Ai]zJ^2qV[Q|y}F}AR;VtE8c!0c9_(TdlWZ/wu522Yk[gA6[{EE]}(JQ}@eacV421Q_]*U{XN4(hxztw1.3Fgc~qs0o|{57hlg^Yi8,~JPLdscc(w3l)+O{#zYpIT[64iuW5PLaCNn|!F;!MQ5qvG+^lec0{s.O^5rX,yngN]a|Af!Zz>>jc@1Sgy|9=n87Lx-7UTV6YXb+=Igy[sdEbg8cfOGU0|Gxr0kJu=#8VXW][{#H!!KbfKVe~^ztYd.m#RrdntdN46zv|*F_Rz8HLR(@Fw}6}Dai{j(b1HmBbfDcwISic:whH>*1cG;+TB,O*QYJ;,+5ePM(6M1pCflXaC*CtQ3_>ShwbyiAfQti/_PeZ+Pnd59>I2mP0+F-;UK>X#o-((x!@NCq;oRP8n^h]2Rr4>OmKcOAifA+G/ei+;-U0>:Yu1o/_QaI(X:wA0>-4BQ-D+v|.uq>"
    "q;>#>xx|}bo!bXAD6b^10zufH2tFA>e8,gBpfS=-]OF(aUBz,V+laKd,HeR9kKv703r[>kQ2sGK*1d*q|>AW4|=fG/Q.//k@9T.k{A#H!w^tSxj+>gQ0z!tZ:gACKi14CX6uK[pin}uB.>,^eCJ*aQWvA*;IlR,7a@AdjV@y+*Q2K.m]PbcK6TT|Od4gCtlU(+PlrehSNXjVs!2mVq+i>Zg!ca;5YGuFLu*CwUZQnqoQ2@5-UJNc,i}yXBoUgK~gihavpk}Ab8;xCzGlzeh0W;}3:Y11K)-./6Qgk>iTM)3w83TanrC7n;Q@]zXFyumYNCHf=EsKHa6I3Diru.)wPEPz)vbJrAL.1mvA(2L!:WMI=|7mTO|!=SZ*E9~)XL6ADjdlW*0M.6#QbA@b!i4sC76Wa>q!^~9jf;F6vKcs=Z.~p8Kk.+qciem6dEDMLSWZbVL*):Mw#uIVPcv#}z-kC*HG^dgW7OI4AxMLs6ZE5Bm|{.^:yxBD7M*x!nqmE>0VJ#Hu|M;bgK_Ol{0X5Ywb/8+S{f2[Fu|G}5kJWqq>zGzwYtb}iPLJB0>nW.Q/u(O6fTM6|>K1~f7MtILJgUA(9_DA.uXpC,>Zk1{e>I[zUIv7sRjD2[h,-T]I*!~Fr;3h6,JPn[*ckZ[bDUe!2mL6![6dw(Jg>oYQCH-(Q}yib;2!i00cX;g9E=-Hf_1)[e@J02^}>gZO-!])qEc@):8g0/[K2S2wllqwob0dK~gVafN(j0Q=n^Lh=[*Ywssu,z(qzZs@JFZV7T.i:;-kW{+]!86b}cH!^vvq(UWxLw!I=~P]:Z-z65awswjTwXr;}@K=){uU4s=](Zz!D[M{6P4Z9N7>;(nck=9Sx37_+9PyiCPhT!2Vy+UWXtXKtv!#A#_aqWw6^knv]0OXbuGHGxpLDYqmsBC^)RwXdnJ:VeU-0Qj--xe7oW!]3iNq!}BQsYOAT66Bh!g=|-)4!N^SiFJp0JPPf]La,g{CC/.,Nk-2"
    "bbFr|Ql#TeAq8[bwBaxk;>=D)i[g]g/uhbMge0NR|8oa*my4XtP=3!~xN@xMl|0QHGXV2!RYK2LiW5e)77xreo#jIP=hHj{_owe#+n0or50t,apB#sGemRfLt]:IqSfRXV,BXoiR_wZgBhn/F=,N^1,5AzXytf@KORRI.!_el]rNdR_>e{B{=oIE;#KWOtNJNm:Zd}exH.ZlM|0_F9{b]H:sE(QM!!Ee1Hp+DCVhG2#CQ!)lB(sN|=pW6eOvGWn0T^E.!((TJWDc!b7~sxnO1-flh~h3pjMs|[L#S|bKEPliw6Z:]VQPWahkS9c)iags0YZ#z^flad*}t}R#7,>XVF#N|!@Ov|!.(*|(X7Y6#S}phO:+-7inv>}pr*2ULVkU_@LCxLlrpkb=4~7#9xcSa>1Y4e#SI,^Q.GBQ{~yCI{3o[#pfWC68!e:y)|9q^7k~pKP;[TWxjT_>k7EDp0t-^s*50^8FrW3tvcB#BkA*(hjjr~G2+eJp#XR=cbMp*iPa[XJf*BUDvfc}o]hs.v(@a*,[>(lGltZ0PkPUPj:8Dbd[=dPUX9+>.ypRpJh5t-r94LH)(Tgm0;EFRcPuT*q(cz,(2a;_+p(U}W0=Wtew*rU>6J0p0{(yZ4L3S=an3iCr-3@A~dqz9v0X@D0WK,qc*TJN{5SnCp(Tk>5gqAq!P#vGePSLb,yib3vgt}Lg#!dz~Q8{7FQ5[o:!b1we0N#WDr!K-f:a=Zo!cuz[jCCbPcUR;C9k3w#)U[+~gr}5-r;FCS!+{0N*FKcF+54gQ,K!!P5yEUT(Jt*l-mJ!HG4UDC.;|ka:RqPydrpix!:gPO+!:*v8B0!.-_*h7[k>DQtG_aZJEhEh5B+M/d#+dDPL>,s!@49x!7y4cR{1Nx0yRRXjyC0Q/+EBIL6)r(hRc6p#xLpYQGbmgR#zGl*E;}m@G@MBbvca[Q8q!q!GQ!mQ::)E!((JB#-^kJ+)Y,E9G#*MBG;:ZNdE=o/Zh4/7R4)#"
    "8!)c{OkJP(P2|2kw1{:(U@sm)!I}M/QwW5N{c![RAjB=4g|JZ@#)A*(WY*;zii|jf>g.he0Z-+A@JT,=gf1LhvRQdbe=0BJh13zN!+tGAQH4o}WZh.fk:Q~0Ua-#MtZj3sQ2_x0:k4!**3HhArC[M@S7d7q,>OZPh:v^i(1q~@)hI^dsEDZ@WX8)8>4.vP5SWF[NYPPjU^3j*ScLPZ(3tBOA93R#F[HezVXaiG/3p,t*SE@H]fF(RU!6=rA*2WfTv,>k4mSn+Ymh.V6EbF=b]8=~#@wu5WVI^-(/fc2S+>cJs@xF3Fw8FooLKovQ3fa2gmBKFrVz(MHOAavw2/Q95NF3kz(]U{XsBWKr(olDQc({6c|qYEQ3niI7>DRI(O{2+v5t)+OC[qH>ywTq*WfWJn@8*t2=O[B(hhYxMnu^:UahqfM*p]c1nN/>4hf]w)EoZ]UykL}c/v3s4GTm#N_XgRM/j+y*O37by]1Nn6}qr6{(TMmTQa_iYUDVyN^v)~hgZSw=@h*7K8V#MlRwmXf!cIxQG6KVDTR+n!#txTd778g).67@]IY~>@7POD>;tbu+Z/IF-N9FO9^FdZ#Gxu7w;01SQu[iHS7i5v-QOM2Jt]G,Y>cj2JQj(^9~9V5MRpa@,I=,G+]y]H>mxqt,+rM2hxWG9eWb/4n4KlsdFwR]0yKnnv,xRrly[;Z@Copn@P1WDns{7:risJycv,2dm)UDWeXE(q_4XmD,u]Um@,d/M[>)=3h/wFn[m;G1[)xHDBX[TZt/2A[m9mDx1m1SY^3h2=@zfaV3SKB_1V4@{X{}eK:4tp0bShA!EGfk;k1qNmmq:_Z@-eCeCOW>(AXz}W>tODYE@pNC8GO,k#D+k{*~TZ42@}BGX|xAiZpczZ*TO,>ITL[>p!^,dihVdq,uNA4>,{f>7@c{Tg|os_0N!JL0T8{;(hdPjIgI41i8#|Or3~Bm!d91@!5pW=>q#vsSn(Lt[{*We/w!,dP->zij28*="
    "qyR*a47zfb;x4euLZg:D;>vV[*1c0Vq~;YmUVD|Cw,zs]hlj+G9QJ=-x!K8ur:~-@M1Sk1j[,~*9@,baCR2Bo;x5H=iX|^a;[]WOjG+>D(TSGw;a{3-*ytw8;d!e_/A4^/OxeL_TORs/hps+,g+o(*mYs>UhJ@Ef(muWlUY)8R!/Pt)hMf]MIJolY0>zUr!phV*tW]eagogD}AviaRAG~#[:Y}huV{@xneNZ.eM_ho7LEbcT8yh1-3i1eR>IA]ssnc;ZD2[dy!*{8A!Be#d!K4Z]nlP5i(k0d,cD-_/1vjYO0m16zs!)slTH3i:;~+Vu(eDW=0iKjD#0IR8#Skwc2QP+Z;bdZl*I*XG7UYU@)tb-4wDRC8YT#6l+OF67-t[WXo+pu23AG0k^4ZpakcMwpOtDDPk=i(!)4!Om|,J;*{I3t3HMnrIYF/yy>+#v1TD]JlI/lF-tYtsAZ3X:RlrZDi!!q)d!*-bGZfC9(!5etWPJNYs:YL|lZm_b00A7[fQ>Tww!,flBtc8:6[r[35Y0X{BG3b{SRdYDGhk3IWZ0[BW:@AlD6*zfnQ-mfY[wCpPePcUIQ6T,]lPE:R7xJtUN|In9ZNy.xpgMLOJn}Lk.>P97vDjTlGgy#|V(QR~.)Fc{46zyCV@1rXxn9[ps:KIi3kymchKEq4bli(22VI/Af+G46h/H{9lPbb10qF(!hO!)E9Q5Ta8i^)W#:DsSM,JT5!v3dJ=8wjjMS1eaBL]v|>WPVml,Us[V2I|LfwSs~sKz4z)T(8x]QQQ^cw~z|4Pjh1BZNWUT)4~_27S.~UGJxtp/h+Dqs]55C5oTYm9MxOjHGsA/WVZHJ8dyj0MN0rYvaOp3=1f=(Y2oD1/d>Q7{N=_6IA=}S{THPjpqIs.}a3cp*mTi+Z;1+)]V+E3]C8[!Kj~_yzg]!=RvlXrfdFdrxh^QSYpk,QCWAzbao^qhIs0zE8_sB,N[inmYTV{c=ok/o6{:usFWk=RV9r#=L78W"
    ",xw/ls>vY=LlsItOx_1b>L:iU_on,q;XRLc;T9zJ4j7CqOLdZO/:L8D,+f_QP4t11DAWk5#@ec4fH@NMrep#hvi.6=zlOAEITshK^XL7a6F1o3Kfz*xJ7ZV0+A3bQPly,Qj3i|Y3RJ-PR>>f|>pv/1v)pp07is@SZPA_hWS5azm]e{T>ncA=(bUOh[ks)~!+o6-@4PxNd-aAS;g#T(Lecl*De!JU2phOrWDWjljbe5m=wvGv>l_dDe>Nbt!*/B7DYx3f;+AOccb7JnOr_KE^@aRff+=Por/t|Z0*QFCIf2rzgt>17tY[csSUG_q(5ONtJ+6ez)sS3U4ab]2@EugLa3)yhgKQm43UNe6waTrRSPq{}.OC+t33N9pT;e-g8UXyo(._p.Wm*d^V~#:mIY!Uek76(P/[Qa8@dV6sJW(@JZ6(93j~]/oa>0omW>zc8mZz6Q;{+.|+q@v~LG-5Th.TS8+>ULeWHXKtrO3LXS]dtQ/#b5-KufNj.d=a02_Rq:)fU/Hgz7|HAt@kvWBG#J/,o,/,2^GQmbJ8!0rI8J=cURCQp{ugwI)o^;7SmU(c.o9;8i^{tq,VWl]![x,M6FIOt~F0r/JCQ0v0Kx,m|O6-S[IRM@+jiYIgjH#~e1hKb63;C+_End{bGR3IBLsdX]v/cWN!7LdzF_Vo.!;^#;2HQ(3M6!t*2~8^PVWQQv9uZavD47I9N8a(BIs8]7:)Vo#jgXt1*-okkesP!ie[Dk.t^61-p}vWK!+Bx]IO;xnaH2mI*[JN|UJaVYm=cU4i|_Br|t!LAtj5v~Az9TkNF6IYaq]Py^_!6+q{[KJs=7Y/hX*KA8f40d5dqy2!C3XU:sQ4Y*bO-=Cdq.]j7!1kl*j+yQc!+k{wMCPDSei>R=DIJ0[kH,M>T;O9E2=rwCHOY_hr#8=XJm^/_7QwB+0nkffFEV_N5uxe0b#VrdZwYWa:ty~r#9aufQm6{HV)0Nqg*io+M}jB1kcp4p!pQ+bwZ,Tg"
    "W1MLu;B]NG*gQbk;zGCS*#Qwnrdn6!f|wGfz6eDEAq>6h_FLg#BX*HB0qDhE,q90AVBnusY:wjf9z._Ws*79gm-YJS0@K1)dsGe)NjC^fZCb8+S2d6@HQz1Y(Y:kkdpxC8c>#XrX|B79gfLNO^6D06XA-k;A5>ea!M7=.!6*ph.EMsTL)t]-Ku!y)6*:btuze+QuHFVc1fOZ!sr!G(@}xX@QeDU_^^f{|[x1[i,K}WDlobDD4TK3qi,Tr5!);:0Cy6.[5eqs#T35hY)0_7qj:uuv+cx_fjsarns8MwtW}u!O.//r^^l3ULw|ve!G{ZA{sFcp02qziDJkBXDw@)tUqH!vhZugoGjAe>xr)L4SLi1gFE)SwTy4RlVPq*/{u;qRq-WW+|V:a*!AL8L]rMase#NW#on!HbG]16DYaHw1Ad0LT9nF6VD2uNDf@c+7g4BGf~[t0@iH=fN-rmY>O+UR{#i5pu>,C_yJD=qqHX5fk*2_M,yXX6sx-Jr!^@xhaf)NY>^3B^piBMO1l88n[bDC.OO(F4//=0ktpS)E)!YGYsuR4k:Gu~@+sl2HA4#.}#i#5Vlo#pL^q(ZwetL66Ht]A1u8>6Wdv#D^!B#n~=G(1DpfvtE5l*.2LyOfIBln6=6v_=lFViM3nrYPakk3okI2na;vo.~M_CJi0LYnsLMMz8[LqSi}qOXNlK#D+F(2Cd5IY8dRL;RSlH{+Ko500|l9vym8_REY]fS90]DJM=D>v(QUl1!|go:#Rh.-!^C9:+BeDpKmbCrD~d=J0]HF]sfr=Z-96a{sOfr>Z>}F.zkPdAioi#e.7]kF;mEorTiAl280rDv=DjO(vL3!v#!sw~pA7(2:Y3eH=X5*70@K,myN6x^-{2FRAYXGBV,roI8@+wp_0gl4Tru.rjCb>sL+ZR]:^hslag_c90;Oo3R|;rd({r1R0GRNua*Q@((c/,e044kXRZJ!l=on=)5j!FH2xk04!Z=K1@bmwDjyxJF.0/HP"
    "MpsB7HR=aJ!d4z(6E#>WE2*v#0k{}!IMi/pWkHQi/n;@8Eliao)xHx74lfFP,_.nx3ME@F*J1[lOUyV2R19B=HEA+2s@!pWwpi2M[~1pzi(f.nWdWg/3^}sS)0Y2kT]KR-81K!5;y=kz(hW2yg]]BA#djQn6Wn}BkuSb-)t5IbGDc:97xf]s*LSqZ_1b3PLFQq9hNl>(5SJ>J+34sdo2^(*4a[xX0|i|Rtd;cgGOL1Z,Y6lAVJeORA~Q!}8vR#-zFl.G{:4raw{MzfhS=1-.2Yf212qMBQ}!mo60)J5(+W8R8D]RmR.SOm*(1[!6Ga;3X!u0w;#_SR09A5D0G))0YUN8D_du#YDr2yE=kQ5i)I:[S1YmuNbM}o+TMJ4M600Q;bkR_zrC6KgRfiaH+v]XN#6K(p(wR)AGdnex#Nb2Yoe:B8Bh:#P;|sEuB(hhEsQT(GJ{wrlsU2jCO)S)JG_gccj[@is[BJ]cI*ch+pN@!,1w0kUrT#Wu56XB1i~H}zyqjgZGdP@Z=[F4w:bUlUr]T^6CJtVRbX|w:u!Fi3;G|gseP!8ze7#^6G)eb2;;cY!)(]Ry3lADf]T5q_,>=M@Q!@8eq>:2dRn[bNNnH>ngv@_I!t4EA-FY463s6s|>L.v*v}Maoph9-6B)gZv;pzvi,Bu6{2fJ@_NnrKH7>d)|289Br+7VC+0Pe~0ig)Ki=,i5e-r!bE;Y[Zf.u.0UFdyIAb|>{]a[>lM9bvVrwQ+Mci/4_wk7=)A[PjzQrHCeSlrytay9bexlR]HZdTau@5D=v-T!^]2^}/sVRjLM-*;PP>K!u(pZ.6ZNL1=tq:cnzC!HPATnvRv2V,Ti,Qrej|>+Q5u7u*pUZ8[e5H1x]Gym-4n!CtAaj72,3/Y)QLL1FbP=1~m5#I#!Pnbv_3R8+65K~q!Cbonge6IJ)QMN5ffmo5DuS!Nsi_{F779}3oFVyK,@9|bME,gq,ZS}Prxa=yh:So9eL-5r.zXLA_=c6K*7"
    "Hu32S*IjZ;-AR^8E*k.mcD-kr:|uF8Se_EKt/.z]7skbkQeqf]Ll6@h|!iY^#aa=MfGd:*;36JF(RZ_j.iY^YsT7,phh;p2BQKp^>lt:4-_y5YGeD)OU@KEA*gj!vY).7.#cqV*,iYy|H-G;vUq-pU9aEU#/uA.l[Z_2FWsRy.QMhmU++>K,iZO-(Aq>;P1Q@q~TmdI2;JiU{ql5rg0:4d=>hH]b57qws*W9mSa4eu21P]-b0V{=S)]MX(C>q.[#];sx{#xqpE;LVgGpVdmDEgb:G.WG}!yy8r*;]c}Wiqx/VWpQ@/mH~DD)cH3dDkpsn2hbBnIH-wb/h@gIz^6m;r|n(mpLY=wO(rzBF_,nX:gE>;eE9D=S>+kyiETe0Z:g*!~zU})z[YyADR.{:|auGfi}xnMR-JmAnO>)QhgL4#aa^~+lk!@9uL1)uGW(~kYP~)WoU1ys:(8q!rWZw:5Z,QGtu34-n|R@z0YnJaJN18,bb~PK155EjM!Xj_0n_SSP^p]N9dz{M^/))W9C+HONIZmN0fmtn^ZY6L_I+wP:BLpe7ZPRyJ|{[.n@*nEH~oP[p4}2Onis{-A5nA)IFdQ;8=yRdE5)>S_OY4qI8}f(r~T8Jh3:jX]#.{EiTDCeDx:Zt-!xR2dbv63B5P_QX5]>@UQM{GF8u6JtmSwTq6z-Gl3Ob+cI1:)XRZI__b;A4_Qj|_ug5FG9*|k8;Mat]mjF9At};/1>vfl0NL+5FnL7=Qs[G7yBI=XQt.+[S~F0j_{uRqoV7[,gJP5v_{]6J/~0NL2|Y+][d8kPbtgtEoJlaueFFxFl9r*8u1rr#WXq0pQ}UEKTLrM}7oT2):@S[Qy1P!2]*f{D!47X7:ztc=#g{)601!(w;M0z*.R[yn!vZj|)fHIvJ/Cwx.wt46SGo-5f,2ymE7GC1r5y4):fX7*!5|>/hHz[]ba8CrsY8XyoQ!siPX=_>F9QGtuyP4f/P1GLx7}X}!}*p;bq)TSFa)Mb"
    "rFx:DB3^ga6|D4ZF9f.x>ets.6J7Rri)jQ9FJh_:6qd2M(T}zq0/Q~6_N:F=35dm#URF+y_WcI,X9-^KL+2yO5m=_yAfg>;gg)aCV#^aCGrr_SU-uAN.j.*Li6v=wy^wqC_n7DJT3.t8fv}nHAgv|Kphn8>QzL)L50k_M*Cr{Qh7Lz*!~hGW/8hQlI^B!;:;:d0HmbDSN^*lwQFyJhsBLk(c:IHriW=CT+Ic4b/V=j~)yd5t3DjmkEP,R0x2Fx(+Q:b0xR9dM/55Wdp5jFgowYzD7|UaxY}KAVLL#gBJba{55t}^5;XIRe;.0Np(.j]G[~pv_(Y^1^:dxJ2WiSWD(!UKR+7:yW_mxbVMx~MkYrwa6NJtj.oL#NVKPJrG+yWd-:t}[]#mI^V0G+JDS2_!Lhf[Ynkh:I^Zn6!*hd)a(OUj.2-,J,Ar9T[;!,A6M+n6G-(FqAX)RV*:!R3)g*.9QnMysUHlw.K/r/4P.QSJYh#F3Oth//J)!iIBN*GKtfMqtWCQ_}Rh!!Qbz8#dqm3/bWkRSO4r/WJ1[dSuuV)1Fk0B,#HX^)*,++X@v:=v{Gi8HTBg/K~haUu.nF+zq}uzf[j5y9k011BLaUHHD:N1g#w9(!Csd5Ij4D3ACLcY8_,>b4tQmhF,sx!|]0}Ug)7b!G,xA(rqD8O|f~:h@*CM+aE/yDH/D~+k^|f=P*nyp*H8pQO:z[jO!Re:vV1/Rq*#U+@Tl{fP;(p#nu}E*(F}f^NMgW5Z!#/#byEARB4a##{wL72cJeNA^iW/*67Z3xlUIG5R*nuiav{2ghjr}^+.K(QUD(b,a^D06h,[35XvqJ)ybfN;GxeE3DtQ#qGsf6FtW3Ar+j7G]bnZ2P~UD39fKC^){ep]Xl!5y;E/|W5^lORc]*zMh[l(G;Yb~k#X1-}R6ReFbT_vqz=^|v1w8UIWY5rUPms!lBi(z=jUV>{nH@QR5:#K9Q!A5e;@|^#on*9OiP;3pZ/,p8*QV;k!/x[7"
    "!MX>j/kdP!CP#^+!yp-f9Eh4_xo~yl[.q-^rta}Q_tviE6bvZV!M1|p-Ws.wE@U/dZV3QF/AXM/35=kMYRVp#MAiJVgou>Gg}0*Y!MF>R-OBg}M4dM5d}oZQ0|OZnjT^J7[SB;pQVyeuUn*.M8AqN#zG7E:;sNP_;u+E7AhG.9:ab]o![xL)#ym:wE){PUt@@#W:gbAJY[F8#3.MA3^Tmw/YNHAV20,ofDlR9-MeHc~4Q(2u]c!bBm1gwd;fYRk)qC3J4=~EYuJQ4X10@bu0oNQ!=_ME4]0+6EX)r>P-U_;.H3scfO]Mc{sV;3*C6mj)*ncWN9e]_#5dj]x3mA8)PV7XnDJvC]+gwZ6=K5>Q.2+lIRx)]C2*wd(Yw}_9VH.=-4SDUlnB8GRS_XK(>A7z~5z{!~eo9D3S_f/n*Cbs4]3RP4T0OnqvpVDVx^;p{@YhJ@>m{*{H,U+3]I!Q9K*h[mJcVS1qG856!r>.V^:;T.OeFO7ydkKtj.M/)#l7|mgwsP~7:]]A6TbodMs)y0BgfMn@a[iNxUgXjm+r_q4bGGCNM|.=lrNZ=@7K*c3E:@6n/zV#DoWUfAlagMW0S1jAsDf0{c~TR^:Vqt0zNMEY(/PhH}|Vt3TKw4!fN~r^]_F1Za8bP()ZdY9woz,.[h@:=,YPEC*Z@#Ha#f,9YlX9#Y@J7t4XJaL~hZU{4=mjeq2nEH!}iM[/27QVy{(VG1}^6ko3KzLb_wWK#xjUIsM}({/!8-(lPBd(Td:P/_nQfSvb0aqv7UA8v)fjGW76sDbBM]wfsZI*#IXr/{x/@4TgMlKUvf~DbY5c5zv~sFL>@b#qgYLp4F4z/RhzfapOSAk4yOZ)^,8FNc=YH;S,KQ*h8[c22o34T-,lTq>jJCEZBcdTRi7/8K5|/#|~{HZI/er3vWlxe8yXNtKq]!;xgxuY5ItD;q/YP*BcK;2SD|X0Zu:P+j5eS8dFVA6q8Qh+L^~3HJFL-Wk5]_>a#{LiI17F"
    "5k+xjIu^[pZmZ!qSVHZ(plhG8@SCYgp0#(/=t*~3B9GhURWO6v60kXPo_IGTq3aKwUq7(#rikLZYPM4.2=2u/X@;fyXKtF0SkrWeb.N83p3eZVP,ow/15R(9W:8~#]/CO7rq,#;1^hXPBO5OlMR6SU5nFloBsjKM+9^zQz,)3g3]!2*Qlya)i~#}uTs1bzBUX=iw^_Kr4bwW1#g|z-0*HG)I*8@Qu]v;>_]aT@(U2(*Xm3=FFHF1uk,[E|/>LX@LaAh4RBf:Qgvk):M(j-x3FJn^39*ntV/{rvH#PqMT|)NN=jl@:M/XqObhV{,4auQv3[iN)jnRUaT3,+:-@Hw2APzMO92PepvL5PLCH}>Q#MLh6#RW#4U=R3v8~!|o3rR>|59RTE3TO>aUlok!ImILK#Tg*vWHBU6Wmu}/ni,kJk}7[97L!V5r3j;#nFxY)(uy,w6xVVHc*k~7.YC#-DPHUDF~s,+WLVDnf4K@l@YnQr=+e63RhpW},SjL8#Mwb-YBD+t;yZDR{eO2@Oz@Uq6kNGpEg~Xfh_HkISG8S4rMcU=>V|@4Vvt4ZI)lY|0wPXhCb!*eBJ@6Y/GgS{nEZ*PS~#OF5cuIPBX;4_5~ehTS=/~W!j/Kw>o+3!]uwO,YAw(uHo2{-XaqJ:9svf8k#@5+Ex1m*1kU7IW9g4C@N!HlA,|psv86~NX;lT|a{]kXAypLTjNADUZK)(dKYos=Z5=W}*s}ON0~4@HJjg()o27q:>y!+y)AAW|;g(fa-}^KxJwZDsC!@!l=6.m.!*sXm;KcXERsvv5A>x(80lx/|)3:)[Iii!CipQ7)C0P>Yz8Ge_R:+RD0sC)qJJsKTsOJ,+9l4NBqL4c739Arjc7k)b(hZzm/x{Q:6C-}z[,Ykg;T]E)+pYh+q723d2=3u2S~WeSrb8jvVND}o6>P=iPyuIWa[zMaVyYv./-97:z8:HC(_:.sX!l.ZRFZ4|Ae>KK(L,uOFwpc4E_x[0cBQX@#:w|C"
    ",wmMY7)mvkms=UsB*a!gO}9IY[g+=M=qgwl0E|jO8o(xUOPF~]84[yE2ZhL,Y(Zw2g{Qk,;^mza*HNj12iQd#3V4S=S/c0_-lwx/0YxX(T-,+r28Fq+SqZ2gbyA.^-;JU{U,!WaZ@lHQcsyg/Vn|97>Rg4+#dTr0s7>17g.ay5S0v#Zew/3/3FdRV[+{f)OcguBFBx8RmgMNiE7b:SvM+gq8(ORKwDls1Pp90H8-GzQWq[Qjanxh~6:NS4Y#JWc>AlM8.ubLQWFB6Z6j;4Ium@gLP;VIc>Djh}MC4@qRqITTi3B8T2gDtFBTDG6fjLV]nUarYY,6{.ESI~b!o-Ze-i!(jw9;e:yt+[h;iNlmT}*n^7](A:Qv{t[wO_f}eoC0SbfABrQeBBkj,}/[ZPh~8iwJ_y*J2~h9I2_=d}4#FaTwfaNwztb9_HdTBbj}p+Y~xC5/Pdt^D#[n[c>xOU[qb->u]ww2f8S)H9d}4*0[_s1@}BQAoUeR:tvhr^@tSw=J#Gl;^Ww8wjaDgsNw4MQduHoW4A8p!GCDmjP4h6m])ORjV~Fq00E89In9MbpLjYtIMmlOJmg=Br>p[IG>9l{=,=cD3Q4^@1{-P*.@0j8C~H+#guq=U+to(D=/6P8+1dV62Rw5ZXIEzkzF:=X4oYEEIZo3ruY(Z+RZ/|0LRK_[!_l+H26MB;OhKt_X-fc4g{C_.7Lv_ykqMrTt~;GTU)iSFwDi23],-hYTn1HoPM.9YeHB=i!vOF=Pg[>o2l_*pal;S/W_I-nQgw7:ioAQ;*SCrt422}3(NU64ClJN[AfYR7bCv>iyK@^Or(s3;rDN#8!hyeuVWKO3E1e+B@@gEFy:0{zh+{HGtrbU(!Ok5(T-ag]>d/rhYUZFGErR7;9y~Uq:jM1;0f4C;hU.Z]1|9Tv2irJH@=rn!UjX/xEhxf;1rqOkmEK/poXXk]5y!#uGz8Qp^+hvBA7Sy+ALu6n;AJNg]NL5>NyNK@BD8JyiIoI1"
    "4oPxq[1Hi:A)*S6X:9!bC-SKl.NW=Nt}fPDXYjVYC0z>lBTALta]hLP7eaK=H:@H#:||rKmXZnC/u{DH!~AwaU{^3~V[FZ~jOTvL)BTlg[l,:boc(0+H2y@{(+xVE.;Vh1F^(NoRwxra0{M[D2;Kb1-s=*rQiOxL//iz^.g*:-OXhYqfizx!D^#DSk^xU*L::vej41ZH=_/_A@*fHSK!!9z:0w4gk+asweFZ)dYpdG[VCNOFh1fPf#4uN.)RU)-51Z{uco7H7+|)_N#OrRhbimI@Hi-m=*eEK9UJ;|tbELf#]m]R)0AZtx-r!hs0Y[>C;Y!Hn/2ES~.UfPexE4h.JIlDCvZ^SaesY5tj@S+v[Ng@,7l2J5{*WfRAPB+lLa~1OHE;z11Y)VxTJb,a83}4]hOR71)^Ah+1/=s4.O/Va+^m#r1^b/x,e}2PB1HwP;>;Mi1E,czU}63qaDE_K:lI=Dhl7H(*GL910PO#R[E[!5;vT9H1]Lgoh0Z:P>Qqz3*+kB|Vf;_uxV8wT1a~PANYFQOY7Z*aB#=/VmBNa[4u*4V3Js*.6/|k=l,q8tuCYIGJ6(P~Hc4Tt^@.5@@i;jR.i:ChpQPJ3opPBjq-=VUMTd3Y,57bO=NqT.I9xXhXwAg)>i@^xR!WZTxcgEfXv[q2g|8@ncN8;jkqQMO6RvJncu1:*>BC=.]YoPhb-h>rDdUAvRkIV6Z1CRv*KCG7EEo:kwB~n)G=WL9ImgMy#4W2QlGKZW3k:0T.gv[~C[cmdU5YOQKGdOeE!!Kw32zL:*#,i(Ohqe>(jJE]G00bHI5L|sn6YjDcy8Y=lkN6_*vtY3E+)i6^,x4:U6IX*cA]s}Sx~{TH]F~TZ!VXR-r8=QeT=d]]o4w1C}=qgd!3{sWiDrZ+r]AU@JnIQsYKItwL;X;FsKL]rkYFP>]UAMIf[l]WZ2R{Us{FbTqC_0l@r:4+5Vn-A|sY*sL]nXVre3i2vM3u/6DNjPogx-pw_Aof[:xC"
    "zKOjr^>SX}WUCwh:RvH,cBM#=zM0n]2Yaz=ywIR2BLwf/=9}F|:Ea]*Q=4_G!NAp-7ry_d/.UDT!J^Uw;tI~AXhl3/M5.;kFeO]^6h;jj;]*{C+F3-Pm-giX,)BI!=bK[:^R-Ia/G^y9_a#6zj~1A:;.v@H^BoysXXe-|@fYk.@de)axq!Wy8-Z-Vff>>e,MCtHlo@aQ#rh,W-K*J]N[lYwk0quxkdA3!Sxb_U^z[8/V+e2dUgYtb)F5y;ONQ@onm#t_e4r-A5Y>8+!R=,7!v^5*,zm4A7WIWsb;(aN6u^^Sb_9Jcr-HUa(1huj0i+n1*TMDdn2HHm9^m0Fk[3v=cHJ!xm^#8j#~;Ms+{>YRE=)~@ht^!*zV,7C3U4~53,lRH.#p=MS~HvWIVkE,Q3A.,VF,]vK(LrhhyU6aA|bu_:)MHs*O}6dJI{tK.JE.,Jtv@Krc>3}>[dtV^O:JfXx/q5M-6joY~KK.eq}v_+@F64RDhGxT8V,K8xNg#Kx23uMN*oaioLt>n|1I*o^@*!(D9VZV*r5qQk>,54OZ^j=5XQi2@8EGj_QCMsLfbi"
)


def _decode():
    value = {digit: i for i, digit in enumerate(DIGITS)}
    words, a = [], [value[digit] for digit in TEXT]
    for i in range(0, len(a), 5):
        words.append("{:032b}".format((((a[i] * 85 + a[i + 1]) * 85 + a[i + 2]) * 85 + a[i + 3]) * 85 + a[i + 4]))
    bits, at, last = "".join(words), 0, 0
    guesses, children = [], []
    for node in range(5122):
        is_inner, code = bits[at] == "1", int(bits[at + 1 : at + 1 + GUESS_BITS], 2)
        at += 1 + GUESS_BITS
        guess = ""
        for _ in range(POSITIONS):
            code, digit = divmod(code, len(SYMBOLS))
            guess = SYMBOLS[digit] + guess
        possible = [LABELS[WINNING]]
        if is_inner and bits[at] == "1":
            possible.append(LABELS[int(bits[at + 1 : at + 1 + LABEL_BITS], 2)])
            at += 1 + LABEL_BITS
        elif is_inner:
            possible = [label for label, bit in zip(LABELS, bits[at + 1 : at + 1 + len(LABELS)]) if bit == "1"]
            at += 1 + len(LABELS)
        ways = {}
        for label in possible:
            if label != LABELS[WINNING]:
                last += 1
            ways[label] = -1 if label == LABELS[WINNING] else last
        guesses.append(guess)
        children.append(ways)
    return guesses, children


_GUESSES, _CHILDREN = _decode()


class Opponent:
    """One game: `guess` is what to ask, None when the secret is found."""

    def __init__(self):
        self.reset()

    @property
    def guess(self):
        return None if self._found else _GUESSES[self._node]

    def answer(self, label):
        """Take the feedback to the guess and return the next one; ValueError where no secret answers so."""
        child = 0 if self._found else _CHILDREN[self._node].get(label, 0)
        if not child:
            raise ValueError("{!r}: no secret gives this feedback".format(label))
        if child < 0:
            self._found = True
        else:
            self._node = child
        return self.guess

    def reset(self):
        """Go back to the first guess."""
        self._node, self._found = 0, False


def read_words():
    while True:
        line = sys.stdin.buffer.readline(4096)
        if not line:
            return
        for word in line.split():
            yield word.decode("latin-1")


def main():
    source = read_words()
    label_of = dict(zip(("0 0", "0 1", "0 2", "0 3", "0 4", "1 0", "1 1", "1 2", "1 3", "2 0", "2 1", "2 2", "3 0", "4 0",), LABELS))

    def read_reply():  # word by word, until they are a reply or begin none
        words = next(source, "")
        while any([reply.startswith(words + " ") for reply in label_of]):
            words += " " + next(source, "")
        return words

    def say(head, guess, tail):
        sys.stdout.write(head + guess + tail + "\n")
        sys.stdout.flush()

    rounds = 1

    for _ in range(rounds):
        game = Opponent()
        guess = game.guess
        while game.guess is not None:
            guess = game.guess
            say("", guess, "")
            game.answer(label_of[read_reply()])


if __name__ == "__main__":
    try:
        main()
    except (StopIteration, KeyError, ValueError):
        pass  # the input ended, or no secret answers so: nothing is left to ask
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads any more: what is left of the output goes nowhere
